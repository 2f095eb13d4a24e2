import type { JsonObject } from '@kb/apimachinery';
import { getOwn, isJsonObject } from '@kb/apimachinery/codec';
import type { Call, Trouble, Write } from '../../protocol/index.ts';
import { asRecord, booleanOf, integerOf, MessageError, oneOf, textOf } from './fields.ts';
import { readKind, readObject, readRef } from './read-ref.ts';

const calls = [
  'schema',
  'dry-run',
  'write',
  'read-scale',
  'scale',
  'delete',
  'compare',
  'parse',
  'print',
  'trouble',
  'operator',
] as const;

const MAX_YAML = 3 << 20;
const MAX_REPLICAS = 2 ** 31 - 1;
const DAY_MS = 86_400_000;
/** The clock may run ahead by a hundred years at most. */
const MAX_AHEAD_MS = 36_525 * DAY_MS;

/** Reads what a page asks for. Throws a MessageError. */
export function readCall(call: JsonObject): Call {
  const name = oneOf(call, 'do', calls);
  switch (name) {
    case 'schema':
      return { do: name, kind: readKind(call, 'kind') };
    case 'dry-run':
    case 'write':
      return { do: name, write: readWrite(asRecord(getOwn(call, 'write'), 'write')) };
    case 'read-scale':
      return { do: name, ref: readRef(call) };
    case 'scale':
      return { do: name, ref: readRef(call), replicas: integerOf(call, 'replicas', 0, MAX_REPLICAS) };
    case 'delete':
      return {
        do: name,
        ref: readRef(call),
        propagation: oneOf(call, 'propagation', ['Background', 'Foreground', 'Orphan']),
      };
    case 'compare':
      return { do: name, ref: readRef(call), from: textOf(call, 'from'), to: textOf(call, 'to') };
    case 'parse':
      return { do: name, yaml: textOf(call, 'yaml', MAX_YAML) };
    case 'print':
      return { do: name, object: readObject(call), managedFields: booleanOf(call, 'managedFields', false) };
    case 'trouble':
      return { do: name, trouble: readTrouble(asRecord(getOwn(call, 'trouble'), 'trouble')) };
    case 'operator':
      return { do: name, action: oneOf(call, 'action', ['restart', 'pause', 'resume']) };
  }
}

function readWrite(write: JsonObject): Write {
  const verb = oneOf(write, 'verb', ['create', 'update', 'apply', 'patch']);
  switch (verb) {
    case 'create':
    case 'update':
      return { verb, object: readObject(write) };
    case 'apply':
      return { verb, object: readObject(write), force: booleanOf(write, 'force', false) };
    case 'patch': {
      const patch = getOwn(write, 'patch');
      const as = oneOf(write, 'as', ['merge', 'json']);
      if (as === 'json' ? !Array.isArray(patch) : !isJsonObject(patch))
        throw new MessageError(as === 'json' ? 'a JSON patch is a list' : 'a merge patch is an object');
      return { verb, ref: readRef(write), patch, as };
    }
  }
}

function readTrouble(trouble: JsonObject): Trouble {
  const kind = oneOf(trouble, 'kind', ['fail-pod', 'stop-node', 'start-node', 'cut-watches', 'advance-clock']);
  switch (kind) {
    case 'fail-pod':
      return { kind, ref: readRef(trouble), exitCode: integerOf(trouble, 'exitCode', 1, 255) };
    case 'stop-node':
    case 'start-node':
      return { kind, node: textOf(trouble, 'node') };
    case 'cut-watches':
      return { kind };
    case 'advance-clock':
      return { kind, ms: integerOf(trouble, 'ms', 1, MAX_AHEAD_MS) };
  }
}
