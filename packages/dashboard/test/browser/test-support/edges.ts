import type { Locator } from 'playwright-core';

/** Where an element begins and ends on the screen, in whole pixels; rejects while it is not visible. */
async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not visible');
  return { left: Math.round(box.x), right: Math.round(box.x + box.width), top: Math.round(box.y) };
}

/** The left edge of an element. */
export async function leftOf(element: Locator): Promise<number> {
  return (await boxOf(element)).left;
}

/** The right edge of an element. */
export async function rightOf(element: Locator): Promise<number> {
  return (await boxOf(element)).right;
}

/** The upper edge of an element. */
export async function topOf(element: Locator): Promise<number> {
  return (await boxOf(element)).top;
}

/** The right edges of several elements. */
export async function rightEdgesOf(elements: Locator): Promise<number[]> {
  return Promise.all((await elements.all()).map(rightOf));
}
