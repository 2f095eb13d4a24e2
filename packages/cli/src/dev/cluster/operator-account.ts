import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { AuditOptions } from '@kb/apiserver';
import type { Client } from '@kb/client';
import { outputFolders } from '@kb/codegen';
import {
  createPermissionRecorder,
  findOperatorRbac,
  formatRequest,
  grantedAdvice,
  installRbac,
  isGranted,
  missingMarkers,
  permissionsOf,
  type RefusedRequest,
  userOf,
} from '@kb/testing/permissions';
import type { OpenProject } from '../../open-project.ts';
import type { Tell } from '../events/dev-event.ts';

/** The account under which `kb dev` runs the operator. */
export interface OperatorAccount {
  /** Its name as a user, for messages and for the API server. */
  readonly user: string;
  /** The token that it authenticates with. */
  readonly token: string;
  /** Follows its requests, and tells those that are refused, with the marker to write. */
  readonly audit: AuditOptions;
  /** The refused requests so far, as they are printed. */
  readonly refusals: readonly string[];
  /** Resolves at the first refused request. */
  readonly refused: Promise<void>;
  /** Creates it, its roles and their bindings, as the manifests are now. */
  readonly install: (client: Client) => Promise<void>;
}

/** Reads the account that the project deploys its operator with; undefined if `config/rbac` has none. */
export async function readOperatorAccount(
  { root, project }: OpenProject,
  tell: Tell,
): Promise<OperatorAccount | undefined> {
  const folder = path.join(root, outputFolders(project.paths).rbac);
  const read = async () => (existsSync(folder) ? findOperatorRbac(folder) : undefined);
  const first = await read();
  if (!first) return undefined;
  let rbac = first;
  const refusals: string[] = [];
  const refused = Promise.withResolvers<void>();
  const onRefused = (request: RefusedRequest): void => {
    const where = request.namespace === '' ? '' : ` in ${request.namespace}`;
    const what = `${formatRequest(request)}${where}`;
    refusals.push(what);
    refused.resolve();
    const advice = isGranted(request, rbac)
      ? grantedAdvice(rbac)
      : missingMarkers([request], permissionsOf(rbac.generatedRules), rbac.watchNamespace);
    tell({ event: 'request-refused', request: what, granted: isGranted(request, rbac), advice });
  };
  const { audit } = createPermissionRecorder({ rbac, onRefused });
  return {
    user: userOf(rbac.account),
    token: randomBytes(24).toString('hex'),
    audit,
    refusals,
    refused: refused.promise,
    async install(client) {
      rbac = (await read()) ?? rbac;
      await installRbac(client, rbac);
    },
  };
}
