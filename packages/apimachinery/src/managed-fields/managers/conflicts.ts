import { quoteString } from '../../codec/go-format.ts';
import { compareUtf8 } from '../../codec/stringify-json.ts';
import type { Status } from '../../status/status.ts';
import { applyConflict } from '../../status/status-factories.ts';
import { type FieldSet, pathsOfFieldSet } from '../field-sets/field-set.ts';
import { type ManagerIdentity, managerId } from './managers.ts';
import { type FieldPath, formatFieldPath } from '../field-sets/path-element.ts';

/** A field that an apply would change and that another manager owns. */
export interface ManagedFieldConflict {
  readonly owner: ManagerIdentity;
  readonly path: FieldPath;
}

/** The conflicts with one manager. */
export function conflictsWith(owner: ManagerIdentity, fields: FieldSet): ManagedFieldConflict[] {
  const { manager, operation, apiVersion, subresource } = owner;
  return pathsOfFieldSet(fields).map((path) => ({ owner: { manager, operation, apiVersion, subresource }, path }));
}

/**
 * The Status of an apply that conflicts (409), with a cause for every field, worded as upstream. Managers are sorted
 * by their identity.
 */
export function conflictStatus(conflicts: readonly ManagedFieldConflict[]): Status {
  const causes = conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describeManager(owner)}`,
    field: formatFieldPath(path),
  }));
  return applyConflict(causes, conflictMessage(conflicts));
}

function conflictMessage(conflicts: readonly ManagedFieldConflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first !== undefined) {
    return `Apply failed with 1 conflict: conflict with ${describeManager(first.owner)}: ${formatFieldPath(first.path)}`;
  }
  const byOwner = new Map<string, ManagedFieldConflict[]>();
  for (const conflict of conflicts) {
    const id = managerId(conflict.owner);
    const same = byOwner.get(id);
    if (same === undefined) byOwner.set(id, [conflict]);
    else same.push(conflict);
  }
  const lines: string[] = [];
  for (const id of [...byOwner.keys()].sort(compareUtf8)) {
    for (const [index, { owner, path }] of (byOwner.get(id) ?? []).entries()) {
      if (index === 0) lines.push(`conflicts with ${describeManager(owner)}:`);
      lines.push(`- ${formatFieldPath(path)}`);
    }
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

/** A manager as messages name it: `"m1"`, `"m1" with subresource "status"`, `"upd" using v1`. */
export function describeManager({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  const name =
    subresource === '' ? quoteString(manager) : `${quoteString(manager)} with subresource ${quoteString(subresource)}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
}
