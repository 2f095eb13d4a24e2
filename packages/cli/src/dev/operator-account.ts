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
import type { OpenProject } from '../open-project.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The account under which `kb dev` runs the operator. */
export interface OperatorAccount {
  /** Its name as a user, for messages and for the API server. */
  readonly user: string;
  /** The token that it authenticates with. */
  readonly token: string;
  /** Follows its requests, and prints those that are refused, with the marker to write. */
  readonly audit: AuditOptions;
  /** The refused requests so far, as they are printed. */
  readonly refusals: readonly string[];
  /** Resolves at the first refused request. */
  readonly refused: Promise<void>;
  /** Creates it, its roles and their bindings. */
  readonly install: (client: Client) => Promise<void>;
}

/** Reads the account that the project deploys its operator with; undefined if `config/rbac` has none. */
export async function readOperatorAccount(
  { root, project }: OpenProject,
  terminal: Terminal,
): Promise<OperatorAccount | undefined> {
  const folder = path.join(root, outputFolders(project.paths).rbac);
  const rbac = existsSync(folder) ? await findOperatorRbac(folder) : undefined;
  if (!rbac) return undefined;
  const granted = permissionsOf(rbac.generatedRules);
  const refusals: string[] = [];
  const first = Promise.withResolvers<void>();
  const onRefused = (request: RefusedRequest): void => {
    const where = request.namespace === '' ? '' : ` in ${request.namespace}`;
    const what = `${formatRequest(request)}${where}`;
    refusals.push(what);
    first.resolve();
    const refused = `${terminal.paint('red', 'Refused')}     the operator may not ${what}`;
    const advice = isGranted(request, rbac)
      ? [refused, ...grantedAdvice(rbac)]
      : [`${refused}; write to its controller:`, ...missingMarkers([request], granted, rbac.watchNamespace)];
    for (const line of advice) terminal.print(line);
  };
  const { audit } = createPermissionRecorder({ rbac, onRefused });
  return {
    user: userOf(rbac.account),
    token: randomBytes(24).toString('hex'),
    audit,
    refusals,
    refused: first.promise,
    install: (client) => installRbac(client, rbac),
  };
}
