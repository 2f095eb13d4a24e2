/** How a reconcile ended, as controller_runtime_reconcile_total labels it. */
export type ReconcileResultLabel = 'success' | 'requeue_after' | 'requeue' | 'error';

/** Every {@link ReconcileResultLabel}: each is a series from the beginning. */
export const reconcileResultLabels: readonly ReconcileResultLabel[] = ['error', 'requeue_after', 'requeue', 'success'];

/** What one controller counts, under controller-runtime's names. Absent where nothing is counted. Must not throw. */
export interface ControllerMetrics {
  /** A worker took a key: controller_runtime_active_workers rises. */
  workerBegan(): void;
  /** It is done with it: active_workers falls, controller_runtime_reconcile_time_seconds counts. */
  workerEnded(seconds: number): void;
  /** controller_runtime_reconcile_total; controller_runtime_reconcile_errors_total too when it is `error`. */
  reconciled(result: ReconcileResultLabel): void;
  /** controller_runtime_terminal_reconcile_errors_total; `reconciled('error')` is called besides. */
  terminalError(): void;
  /**
   * Something was thrown that is a bug of the reconciler: controller_runtime_reconcile_panics_total.
   * `reconciled('error')` is called besides when it was contained.
   */
  panic(): void;
  /** A reconcile ran into the controller's own reconciliationTimeout: controller_runtime_reconcile_timeouts_total. */
  timeout(): void;
  /** A reconciler held the event loop for so long: kb_reconcile_blocked_seconds_total. */
  blocked(seconds: number): void;
  /** A reconcile loop was noticed: the controller keeps changing this field of what it reconciles. */
  loopDetected(field: string): void;
}

/** Makes the metrics of controllers. */
export interface ControllerMetricsProvider {
  /** Milliseconds from any beginning, with fractions where the host has them: what durations are measured by. */
  now(): number;
  /**
   * The metrics of the controller of that name, every series at 0, controller_runtime_max_concurrent_reconciles set.
   */
  controller(name: string, maxConcurrentReconciles: number): ControllerMetrics;
}
