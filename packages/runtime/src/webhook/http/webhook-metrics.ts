/**
 * The metrics of a webhook server: controller-runtime's `controller_runtime_webhook_*` and
 * `controller_runtime_conversion_webhook_*` metrics.
 */
export interface WebhookMetrics {
  /**
   * Called once for each path when it is registered, so that its series exist at 0:
   * `controller_runtime_webhook_requests_total` with the codes 200 and 500, and
   * `controller_runtime_webhook_requests_in_flight`. `webhook` is the path.
   */
  register(webhook: string): void;
  /**
   * Called when a request begins: `controller_runtime_webhook_requests_in_flight` rises. Its end lowers it, and is
   * counted with the HTTP status and the duration in seconds.
   */
  begin(webhook: string): {
    /**
     * Called exactly once. Feeds `controller_runtime_webhook_requests_total` and
     * `controller_runtime_webhook_latency_seconds` (12 buckets, 1e-8 × 10^n).
     */
    end(code: number, seconds: number): void;
  };
  /** An admission handler threw a bug: `controller_runtime_webhook_panics_total`. */
  admissionPanic(): void;
  /** A converter threw: `controller_runtime_conversion_webhook_panics_total`. */
  conversionPanic(): void;
}
