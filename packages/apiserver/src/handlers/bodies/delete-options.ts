import {
  badRequest,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  invalid,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { refuse } from '../../refuse.ts';
import type { ApiRequest } from '../../context/api-request.ts';
import { dryRunErrors } from '../../http/write-options.ts';
import { own } from '../../objects/api-object.ts';
import { namedGoType } from '../../serializer/compile-go-type.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { type DeleteOptions, plainDelete } from '../../pipelines/delete-object.ts';
import type { Propagation } from '../../resources/collector-finalizers.ts';
import { notAnObject, readDocument } from './read-document.ts';

const expected = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', plain: true } as const;

/** kube-apiserver audits the options in the version in which it has them in memory. */
const audited = { kind: expected.kind, apiVersion: 'meta.k8s.io/__internal' };

/** Reads the options of a delete: from the body if there is one, otherwise from the query. Throws a StatusError. */
export async function readDeleteOptions(request: ApiRequest): Promise<DeleteOptions> {
  const body = await request.body();
  if (body.length === 0) return checkDeleteOptions(fromQuery(request.query));
  const { value } = await readDocument(request, expected);
  if (value === null) return plainDelete;
  if (!isJsonObject(value))
    return refuse(badRequest(`couldn't get version/kind; json parse error: ${notAnObject(value)}`));
  const { kind } = value;
  if (kind !== undefined && kind !== '' && kind !== expected.kind) {
    const version = JSON.stringify(value.apiVersion || expected.apiVersion);
    refuse(
      badRequest(
        `no kind ${JSON.stringify(kind)} is registered for version ${version} in scheme "pkg/runtime/scheme.go:111"`,
      ),
    );
  }
  const options = decoded(value);
  request.audit?.sent(() => ({ ...audited, ...options, ...audited }));
  return checkDeleteOptions(options);
}

/** The options as Go decodes them. */
function decoded(value: JsonObject): JsonObject {
  try {
    return namedGoType('meta/v1.DeleteOptions').decode(value, new DecodeContext()) as JsonObject;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return refuse(badRequest(error.message));
  }
}

function fromQuery(query: URLSearchParams): JsonObject {
  const options: JsonObject = {};
  const grace = query.get('gracePeriodSeconds');
  if (grace !== null) options.gracePeriodSeconds = parseInt64(grace);
  const propagation = query.get('propagationPolicy');
  if (propagation !== null) options.propagationPolicy = propagation;
  const orphan = query.get('orphanDependents');
  if (orphan !== null) options.orphanDependents = orphan.toLowerCase() !== 'false' && orphan !== '0';
  if (query.has('dryRun')) options.dryRun = query.getAll('dryRun');
  const preconditions: JsonObject = {};
  for (const name of ['uid', 'resourceVersion']) {
    const value = query.get(name);
    if (value) preconditions[name] = value;
  }
  if (Object.keys(preconditions).length > 0) options.preconditions = preconditions;
  return options;
}

function parseInt64(text: string): number {
  const failed = (why: string): never =>
    refuse(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`));
  if (!/^[-+]?\d+$/.test(text)) return failed('invalid syntax');
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? Number(value) : failed('value out of range');
}

/** Checks decoded options. Throws the StatusError of invalid ones. */
export function checkDeleteOptions(options: JsonObject): DeleteOptions {
  const { gracePeriodSeconds, orphanDependents, propagationPolicy } = options;
  const dryRun = Array.isArray(options.dryRun) ? options.dryRun.map(String) : [];
  const errors = [...propagationErrors(propagationPolicy, orphanDependents), ...dryRunErrors(dryRun)];
  if (errors.length > 0) refuse(invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors));
  const { uid, resourceVersion } = isJsonObject(options.preconditions) ? options.preconditions : {};
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: typeof gracePeriodSeconds === 'number' ? gracePeriodSeconds : undefined,
    propagation: propagationOf(propagationPolicy, orphanDependents),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
    asksForBackground: own(options, 'orphanDependents') === false,
    sent: options,
  };
}

function propagationErrors(policy: JsonValue | undefined, orphanDependents: JsonValue | undefined): FieldError[] {
  if (typeof policy !== 'string') return [];
  const errors: FieldError[] = [];
  if (typeof orphanDependents === 'boolean') {
    errors.push(
      fieldInvalid('propagationPolicy', policy, 'orphanDependents and deletionPropagation cannot be both set'),
    );
  }
  if (!isPropagation(policy))
    errors.push(fieldNotSupported('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']));
  return errors;
}

function propagationOf(policy: unknown, orphanDependents: unknown): Propagation | undefined {
  if (typeof policy === 'string' && isPropagation(policy)) return policy;
  if (orphanDependents === true) return 'Orphan';
  return orphanDependents === false ? 'Background' : undefined;
}

function isPropagation(text: string): text is Propagation {
  return text === 'Foreground' || text === 'Background' || text === 'Orphan';
}
