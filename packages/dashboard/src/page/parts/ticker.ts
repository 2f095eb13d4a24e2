import { createStore, type Store } from '../store/create-store.ts';

/** The time, renewed each second: one timer for all ages of the page. */
export const now: Store<number> = createStore(Date.now());

/** Starts the clock of the page. */
export function startTicking(): void {
  setInterval(() => {
    now.set(Date.now());
  }, 1000);
}
