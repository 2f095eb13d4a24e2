import type { Locator } from 'playwright-core';

/** Waits until something is visible; fails when it does not appear. */
export async function expectSeen(locator: Locator): Promise<void> {
  await locator.waitFor();
}

/** Waits until something is no longer there. */
export async function expectGone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: 'detached' });
}
