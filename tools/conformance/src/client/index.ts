import { applyCases } from './apply-cases.ts';
import type { ClientCase } from './client-case.ts';
import { deleteCases } from './delete-cases.ts';
import { discoveryCases } from './discovery-cases.ts';
import { listCases } from './list-cases.ts';
import { objectCases } from './object-cases.ts';
import { patchCases } from './patch-cases.ts';
import { subresourceCases } from './subresource-cases.ts';
import { watchCases } from './watch-cases.ts';

export type { ClientCase } from './client-case.ts';

/** What the client does on the embedded API server and on a real one alike. */
export const clientCases: readonly ClientCase[] = [
  ...objectCases,
  ...listCases,
  ...watchCases,
  ...patchCases,
  ...applyCases,
  ...subresourceCases,
  ...deleteCases,
  ...discoveryCases,
];
