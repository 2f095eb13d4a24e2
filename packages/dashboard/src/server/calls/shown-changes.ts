import { equalJson, type KubernetesObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { InspectedChange } from '@kb/runtime/inspection';
import { hideSecret, isSecret } from '../secrets/hide-secret.ts';

const MAX_CHANGES = 500;

/** What the server changes with every write. */
const bookkeeping = new Set(['metadata.managedFields', 'metadata.resourceVersion', 'metadata.generation']);

/** The changes between two states of an object; those of a Secret without its values. */
export function shownChanges(
  before: KubernetesObject | undefined,
  after: KubernetesObject | undefined,
): InspectedChange[] {
  const changes = changesBetween(before, after);
  if (![before, after].some((object) => object !== undefined && isSecret(object))) return changes;
  const shown = [before, after].map((object) => object && hideSecret(object).object);
  const hidden = new Map(changesBetween(shown[0], shown[1]).map((change) => [change.path, change]));
  // Two values of one length look the same, so the page only learns that they differ.
  return changes.map(({ path, before: was, after: is }) => {
    const other = { before: was === undefined ? undefined : 'hidden', after: is === undefined ? undefined : 'hidden' };
    const { before: shownBefore = other.before, after: shownAfter = other.after } = hidden.get(path) ?? {};
    return {
      path,
      ...(shownBefore !== undefined && { before: shownBefore }),
      ...(shownAfter !== undefined && { after: shownAfter }),
    };
  });
}

/**
 * The fields in which two objects differ, as paths like `spec.ports[0].name`, without the server's own bookkeeping; at
 * most 500. An absent object has no fields.
 */
function changesBetween(before: KubernetesObject | undefined, after: KubernetesObject | undefined): InspectedChange[] {
  const changes: InspectedChange[] = [];
  compare(before ?? withoutFields(after), after ?? withoutFields(before), '', changes);
  return changes;
}

/** What an object is compared with where it is not: field by field, and without what the server gives each object. */
function withoutFields(object: KubernetesObject | undefined): object {
  const { uid, creationTimestamp } = object?.metadata ?? {};
  return { metadata: { ...(uid !== undefined && { uid }), ...(creationTimestamp && { creationTimestamp }) } };
}

function compare(before: unknown, after: unknown, path: string, changes: InspectedChange[]): void {
  if (changes.length >= MAX_CHANGES || bookkeeping.has(path) || equalJson(before, after)) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], pathTo(path, name), changes);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let index = 0; index < length; index += 1) compare(before[index], after[index], `${path}[${index}]`, changes);
  } else {
    changes.push({ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) });
  }
}

/** Names that a path could misread are in brackets: `metadata.labels["app.kubernetes.io/name"]`. */
function pathTo(path: string, name: string): string {
  if (!/^[\w-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
