import type { Clock } from '@kb/apimachinery';
import type { AuditMetrics } from '../metrics/audit-metrics.ts';
import type { AuditEvent } from './audit-event.ts';
import type { AuditPolicy } from './audit-policy.ts';
import { auditDecider } from './match-policy.ts';
import { readPolicy } from './read-policy.ts';
import type { AuditLog } from './request-audit.ts';

/** Options of the audit log of a server. */
export interface AuditOptions {
  /**
   * The policy, as parsed YAML or JSON. The server throws an AuditPolicyError for one that kube-apiserver refuses.
   * Default: all requests, at the level `Metadata`.
   */
  readonly policy?: AuditPolicy | object;
  /**
   * Gets every event, in order, before the response is sent. It must neither change the event nor block; an error that
   * it throws is reported to standard error.
   */
  readonly onEvent: (event: AuditEvent) => void;
}

/** The policy of a server that has none. */
const everyRequest: AuditPolicy = { rules: [{ level: 'Metadata' }] };

/** Creates the audit log of a server. Throws an AuditPolicyError. */
export function createAuditLog({ policy, onEvent }: AuditOptions, clock: Clock, metrics: AuditMetrics): AuditLog {
  const decide = auditDecider(policy === undefined ? everyRequest : readPolicy(policy).policy);
  return {
    decide: (user, attributes) => {
      const decision = decide(user, attributes);
      metrics.level(decision.level);
      return decision;
    },
    now: () => clock.now(),
    emit: (event) => {
      metrics.event();
      try {
        onEvent(event);
      } catch (error) {
        console.error(`The listener of the audit log failed at an event of ${event.verb} ${event.requestURI}:`, error);
      }
    },
  };
}
