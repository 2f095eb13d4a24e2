import { type ConditionInput, equalJson, isConditionTrue, setCondition } from '@kb/apimachinery';
import { caBundleProblem } from '../../webhooks/adapters/ca-bundle-problem.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, at } from '../../objects/api-object.ts';
import { conditionsOf } from '../../objects/conditions-of.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import type { StoredObject } from '../../storage/stored-object.ts';
import { DEFINITIONS, type DefinitionNames, readNames } from '../definition.ts';
import { acceptNames } from './accept-names.ts';
import type { NamesOfOthers } from './names-in-use.ts';

/** What the server's controllers change in a definition. */
export interface DefinitionChange {
  readonly conditions: readonly ConditionInput[];
  /** Default: as before. */
  readonly acceptedNames?: DefinitionNames;
  /** Default: as before. */
  readonly finalizers?: readonly string[];
}

const CONTROLLER = 'kube-apiserver';

/** Writes the status of a definition, unless nothing changes; returns the definition as it then is. */
export function saveStatus(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  { conditions, acceptedNames, finalizers }: DefinitionChange,
): StoredObject {
  const { object } = stored;
  const now = server.clock.now();
  const status = {
    ...object.status,
    conditions: conditions.reduce((list, condition) => setCondition(list, condition, now), conditionsOf(object)),
    ...(acceptedNames && { acceptedNames }),
  };
  const metadata = finalizers ? { ...object.metadata, finalizers } : object.metadata;
  const next = resource.codec.encode({ ...object, metadata, status } as unknown as ApiObject);
  if (equalJson(next.status, object.status) && !finalizers) return stored;
  const tracked = trackUpdate({ server, resource, subresource: 'status', manager: CONTROLLER }, object, next);
  return server.store.update(DEFINITIONS, stored, resource.codec.encode(tracked)) ?? stored;
}

/**
 * Decides about the names of a definition, and whether it is established; returns the definition as it then is. As
 * upstream, names that equal the accepted ones are not judged again, so that a conflict is reported until they change.
 */
export function updateConditions(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  others: NamesOfOthers,
): StoredObject {
  const named = updateNames(server, resource, stored, others);
  const conditions = conditionsOf(named.object);
  if (!isConditionTrue(conditions, 'NamesAccepted') || isConditionTrue(conditions, 'Established')) return named;
  const isUsable = caBundleProblem(at(named.object, 'spec', 'conversion')) === undefined;
  return saveStatus(server, resource, named, { conditions: [isUsable ? established : invalidCa] });
}

function updateNames(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  others: NamesOfOthers,
): StoredObject {
  const wanted = readNames(at(stored.object, 'spec', 'names'));
  const before = readNames(at(stored.object, 'status', 'acceptedNames'));
  if (equalJson(wanted, before)) return stored;
  const { accepted, condition } = acceptNames(wanted, before, others);
  const present = conditionsOf(stored.object);
  const conditions: ConditionInput[] = [condition];
  if (condition.status === 'True' && !isConditionTrue(present, 'Established')) conditions.push(installing);
  else if (!present.some(({ type }) => type === 'Established')) conditions.push(notAccepted);
  return saveStatus(server, resource, stored, { conditions, acceptedNames: accepted });
}

const installing = {
  type: 'Established',
  status: 'False',
  reason: 'Installing',
  message: 'the initial names have been accepted',
} as const;
const notAccepted = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
} as const;
/** Objects could never be converted. */
const invalidCa = {
  type: 'Established',
  status: 'False',
  reason: 'InvalidCABundle',
  message: 'The conversion webhook CABundle is invalid',
} as const;
const established = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
} as const;
