/** A history that counts towards a {@link HistoryBudget}. */
export interface BudgetedHistory {
  /** The number of bytes that only this history holds. */
  readonly bytes: number;
  /** Forgets its oldest event. */
  dropOldest(): void;
}

/**
 * Limits the bytes of the histories of all resources together. The history that holds the most forgets first, so that a
 * resource with few changes keeps its events while another one is written all the time.
 */
export class HistoryBudget {
  private readonly limit: number;
  /** The histories that hold something. */
  private readonly histories = new Set<BudgetedHistory>();
  private held = 0;

  constructor(limit: number) {
    this.limit = limit;
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
      const largest = this.largest();
      if (!largest) return;
      largest.dropOldest();
    }
  }

  private largest(): BudgetedHistory | undefined {
    let largest: BudgetedHistory | undefined;
    for (const history of this.histories) if (history.bytes > (largest?.bytes ?? 0)) largest = history;
    return largest;
  }
}
