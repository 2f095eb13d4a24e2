import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { PermissionRequest, RoleRule } from './permission.ts';

/** The environment variable with the folder in which test environments leave what they recorded. */
export const RECORDS_VARIABLE = 'KB_PERMISSION_RECORDS';

/** What one test environment recorded, for the report of the whole run. */
export interface PermissionRecord {
  /** The folder of the RBAC manifests. */
  readonly folder: string;
  /** The rules of the generated role. */
  readonly rules: readonly RoleRule[];
  readonly used: readonly PermissionRequest[];
  readonly refused: readonly (PermissionRequest & { readonly namespace?: string })[];
  /** The namespace that an operator of single namespaces watches. Default: the cluster. */
  readonly watchNamespace?: string;
  /** The rules of such an operator that count everywhere, for kinds without a namespace. Default: none. */
  readonly clusterRules?: readonly RoleRule[];
}

/** Leaves a record for the reporter; does nothing without one. Each process has a file of its own. */
export function leaveRecord(record: PermissionRecord): void {
  const folder = process.env[RECORDS_VARIABLE];
  if (folder) appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`);
}
