/** What the types of several versions take from another module. */
/** digest:FinZ0M7N */
export interface LocalObjectReference {
  /** digest:1BQwUJcb */
  name: string;
}

/** digest:QtdLthhL */
export interface ReconcileRequestStatus {
  /** digest:M4xBtVEU */
  lastHandledReconcileAt?: string;
}
