import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/** Counts what is audited. */
export interface AuditMetrics {
  /** Counts an event that was given to the audit log. */
  event(): void;
  /** Counts a request by the level that the policy has for it. */
  level(level: string): void;
}

/** Creates the metrics of the audit log in a registry. */
export function createAuditMetrics(registry: MetricsRegistry): AuditMetrics {
  const events = registry.counter({ name: 'apiserver_audit_event_total', help: 'Events of the audit log.' }).with();
  registry
    .counter({
      name: 'apiserver_audit_requests_rejected_total',
      help: 'Requests refused because they could not be audited: none ever is.',
    })
    .with();
  const levels = registry.counter({
    name: 'apiserver_audit_level_total',
    help: 'Requests by the level at which they are audited.',
    labels: ['level'],
  });
  return { event: () => events.inc(), level: (level) => levels.with(level).inc() };
}
