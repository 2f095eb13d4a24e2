/** How a reconcile ended: the label of controller_runtime_reconcile_total. */
export type ReconcileResultLabel = 'success' | 'requeue_after' | 'requeue' | 'error';

/** Every {@link ReconcileResultLabel}: each is a series from the beginning. */
export const reconcileResultLabels: readonly ReconcileResultLabel[] = ['error', 'requeue_after', 'requeue', 'success'];

/** The metrics of one controller, under controller-runtime's names. Absent where nothing is counted. Must not throw. */
export interface ControllerMetrics {
  /** A worker took a key: controller_runtime_active_workers rises. */
  workerBegan(): void;
  /** The worker finished the key: active_workers falls, controller_runtime_reconcile_time_seconds counts. */
  workerEnded(seconds: number): void;
  /** controller_runtime_reconcile_total; controller_runtime_reconcile_errors_total too when it is `error`. */
  reconciled(result: ReconcileResultLabel): void;
  /** controller_runtime_terminal_reconcile_errors_total; `reconciled('error')` is called as well. */
  terminalError(): void;
  /**
   * The reconciler threw a bug: controller_runtime_reconcile_panics_total. `reconciled('error')` is called as well when
   * it was contained.
   */
  panic(): void;
  /** A reconcile ran into the controller's own reconciliationTimeout: controller_runtime_reconcile_timeouts_total. */
  timeout(): void;
  /** A reconciler held the event loop for this many seconds: kb_reconcile_blocked_seconds_total. */
  blocked(seconds: number): void;
  /** A reconcile loop was detected: the controller keeps changing this field of the object that it reconciles. */
  loopDetected(field: string): void;
}

/** Creates the metrics of controllers. */
export interface ControllerMetricsProvider {
  /** Monotonic milliseconds, with fractions where the host has them: durations are measured with it. */
  now(): number;
  /** Returns the metrics of a controller, every series at 0 and controller_runtime_max_concurrent_reconciles set. */
  controller(name: string, maxConcurrentReconciles: number): ControllerMetrics;
}
