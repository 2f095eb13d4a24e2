import type { Area } from '../../sequence.ts';
import { applies } from './applies.ts';
import { applyLists } from './lists.ts';
import { managedFields } from './managed-fields.ts';
import { applyManagers } from './managers.ts';
import { applyMigration } from './migration.ts';
import { applyNulls } from './nulls.ts';
import { applyRequests } from './requests.ts';
import { applySubresources } from './subresources.ts';
import { applyVersions } from './versions.ts';

/** Server-side apply, and what it keeps in managed fields. */
export const applyAreas: readonly Area[] = [
  applies,
  applyRequests,
  applyManagers,
  applyLists,
  applyNulls,
  applySubresources,
  managedFields,
  applyMigration,
  applyVersions,
];
