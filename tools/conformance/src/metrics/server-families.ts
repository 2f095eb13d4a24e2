import { comparedResources } from './use-server.ts';

/** A family whose type, labels and bounds must be those of kube-apiserver. */
export interface ComparedFamily {
  readonly name: string;
  /** Selects the series that are compared, by their labels. Absent: none are. */
  readonly series?: (labels: string) => boolean;
  /** `now`: their values are compared, `none`: only which there are. Default: by how much their values have grown. */
  readonly values?: 'now' | 'none';
}

/** Whether a series is about requests of the comparison: to its resources, or to paths that nobody else requests. */
function isOurs(labels: string): boolean {
  const resource = /(?:^|,)resource="([^"]*)"/.exec(labels)?.[1] ?? '';
  if (resource !== '') return comparedResources.has(resource);
  return /subresource="(?:\/livez|\/apis?|openapi\/v3\/)"/.test(labels);
}

const isOfWebhook = (labels: string): boolean => /name="(?!probe)[^"]*metrics\.example\.com"/.test(labels);
const isOfPolicy = (labels: string): boolean => labels.includes('policy="metrics"');
const all = (): boolean => true;

/** All families that are compared. */
export const comparedFamilies: readonly ComparedFamily[] = [
  { name: 'apiserver_request_total', series: isOurs },
  { name: 'apiserver_request_duration_seconds', series: isOurs },
  { name: 'apiserver_request_sli_duration_seconds', series: isOurs },
  { name: 'apiserver_response_sizes', series: isOurs },
  { name: 'apiserver_requested_deprecated_apis', series: isOurs, values: 'now' },
  // The informers of kube-apiserver watch for as long as it runs.
  { name: 'apiserver_longrunning_requests', series: (labels) => isOurs(labels) && labels.includes('"namespace"') },
  { name: 'apiserver_current_inflight_requests', series: all, values: 'none' },
  { name: 'apiserver_current_inqueue_requests', series: all, values: 'now' },
  { name: 'apiserver_watch_events_total', series: (labels) => labels.includes('"widgets"') },
  { name: 'apiserver_watch_events_sizes', series: (labels) => labels.includes('"widgets"') },
  // kube-apiserver counts them once a minute.
  { name: 'apiserver_resource_objects', series: (labels) => labels.includes('"podtemplates"'), values: 'none' },
  { name: 'apiserver_storage_objects' },
  { name: 'apiserver_admission_step_admission_duration_seconds' },
  { name: 'apiserver_admission_controller_admission_duration_seconds' },
  { name: 'apiserver_admission_webhook_admission_duration_seconds', series: isOfWebhook },
  { name: 'apiserver_admission_webhook_request_total', series: isOfWebhook },
  { name: 'apiserver_admission_webhook_rejection_count', series: isOfWebhook },
  { name: 'apiserver_admission_webhook_fail_open_count', series: isOfWebhook },
  { name: 'apiserver_validating_admission_policy_check_total', series: isOfPolicy },
  { name: 'apiserver_validating_admission_policy_check_duration_seconds', series: isOfPolicy },
  { name: 'apiserver_audit_event_total', series: all },
  { name: 'apiserver_audit_requests_rejected_total', series: all },
  { name: 'apiserver_client_certificate_expiration_seconds', series: all },
  { name: 'authentication_attempts', series: (labels) => labels.includes('error') },
  { name: 'authentication_duration_seconds', series: (labels) => labels.includes('error') },
  { name: 'authenticated_user_requests' },
  { name: 'authorization_attempts_total' },
  { name: 'authorization_duration_seconds' },
  { name: 'kubernetes_build_info' },
  { name: 'process_cpu_seconds_total' },
  { name: 'process_resident_memory_bytes' },
  { name: 'process_start_time_seconds' },
];
