import type { ResourceDefinition } from '@kb/apimachinery';
import { fieldDifferences } from './field-differences.ts';
import type { InspectedChange } from './inspected-values.ts';
import { cutText, plainValue, type Room, roomOfRecord } from './plain-value.ts';

const MAX_CHANGES = 50;
const MAX_PATH = 300;

/** What the server or the type of a new object says anyway. */
const obvious = new Set([
  'apiVersion',
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.creationTimestamp',
]);

/**
 * Returns the fields in which two states of an object differ; undefined stands for an object that does not exist. The
 * values of Secrets are left out.
 */
export function inspectedChanges(
  resource: Pick<ResourceDefinition, 'group' | 'kind'>,
  before: unknown,
  after: unknown,
): readonly InspectedChange[] {
  const room = roomOfRecord();
  const found = [...fieldDifferences(before, after, MAX_CHANGES + obvious.size)].filter(([path]) => !obvious.has(path));
  const isSecret = isSecretKind(resource);
  return found
    .slice(0, MAX_CHANGES)
    .map(([path, difference]) =>
      isSecret
        ? { path: cutText(path, room, MAX_PATH) }
        : inspectedChange(path, difference.before, difference.after, room),
    );
}

/** Describes one change; an undefined value is absent. */
function inspectedChange(path: string, before: unknown, after: unknown, room: Room): InspectedChange {
  const named = { path: cutText(path, room, MAX_PATH) };
  return {
    ...named,
    ...(before !== undefined && { before: plainValue(before, room, { namesObjects: false }) }),
    ...(after !== undefined && { after: plainValue(after, room, { namesObjects: false }) }),
  };
}

/** Whether objects of a kind hold secrets, so that their values never leave the process. */
const isSecretKind = ({ group, kind }: Pick<ResourceDefinition, 'group' | 'kind'>): boolean =>
  group === '' && kind === 'Secret';
