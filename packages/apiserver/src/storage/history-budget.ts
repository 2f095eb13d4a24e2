/** A history that counts towards a {@link HistoryBudget}. */
export interface BudgetedHistory {
  /** The number of bytes that only this history holds. */
  readonly bytes: number;
  /** The revision of its oldest event; Infinity without one. */
  readonly oldestRevision: number;
  /** Forgets its oldest event. */
  dropOldest(): void;
}

/**
 * What is forgotten first: an event of the history that holds the most, so that a resource with few changes keeps its
 * events while another one is written all the time; or the oldest event, so that one revision is the oldest of all.
 */
export type ForgettingOrder = 'largest' | 'oldest';

/** Limits the bytes of the histories of all resources together. */
export class HistoryBudget {
  readonly limit: number;
  private readonly order: ForgettingOrder;
  /** The histories that hold something. */
  private readonly histories = new Set<BudgetedHistory>();
  private held = 0;

  constructor(limit: number, order: ForgettingOrder = 'largest') {
    this.limit = limit;
    this.order = order;
  }

  /** The number of bytes that all histories hold. */
  get bytes(): number {
    return this.held;
  }

  /** Records by how much the bytes of a history have just changed. */
  changed(history: BudgetedHistory, by: number): void {
    this.held += by;
    if (history.bytes > 0) this.histories.add(history);
    else this.histories.delete(history);
  }

  /** Makes histories forget events until all together are below the limit. */
  enforce(): void {
    while (this.held > this.limit) {
      const history = this.order === 'largest' ? this.largest() : this.oldest();
      if (!history) return;
      history.dropOldest();
    }
  }

  private oldest(): BudgetedHistory | undefined {
    let oldest: BudgetedHistory | undefined;
    for (const history of this.histories)
      if (history.oldestRevision < (oldest?.oldestRevision ?? Infinity)) oldest = history;
    return oldest;
  }

  private largest(): BudgetedHistory | undefined {
    let largest: BudgetedHistory | undefined;
    for (const history of this.histories) if (history.bytes > (largest?.bytes ?? 0)) largest = history;
    return largest;
  }
}
