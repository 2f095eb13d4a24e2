import type { InspectionRecord } from '@kb/runtime/inspection';

/** A run that finds that a Deployment is not there, may not create it, and fails. */
export function forbiddenRun(time: number, reconcileID = 'forbidden-1'): InspectionRecord[] {
  const other = { namespace: 'default', name: 'widget-2' };
  const message =
    'deployments.apps is forbidden: User "system:serviceaccount:default:widget-operator" cannot create resource "deployments" in API group "apps" in the namespace "default"';
  const refused = {
    type: 'reconcile-request',
    reconcileID,
    group: 'apps',
    resource: 'deployments',
    kind: 'Deployment',
    ...other,
    dryRun: false,
    durationMs: 2,
    saved: false,
  } as const;
  return [
    {
      type: 'reconcile-began',
      time,
      reconcileID,
      controller: 'gateway',
      key: other,
      attempt: 3,
      priority: 0,
      causes: [{ type: 'retry', source: '', changed: [], resync: false, initial: false, text: 'retry after an error' }],
    },
    {
      ...refused,
      time: time + 1,
      verb: 'get',
      status: 404,
      message: 'deployments.apps "widget-2" not found',
    },
    {
      ...refused,
      time: time + 2,
      verb: 'create',
      status: 403,
      message,
    },
    {
      type: 'reconcile-line',
      time: time + 4,
      reconcileID,
      level: 'error',
      message: 'Reconcile failed',
      values: {},
      error: { message },
    },
    {
      type: 'reconcile-ended',
      time: time + 5,
      reconcileID,
      controller: 'gateway',
      key: other,
      durationMs: 5,
      result: 'error',
      retryAfterMs: 300_000,
      error: { message },
    },
  ];
}
