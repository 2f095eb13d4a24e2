import type { Call, CallResult, ObjectRef } from '../../protocol/index.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { numberAt } from '../health/read-fields.ts';
import { hideSecret } from '../secrets/hide-secret.ts';
import { type CallContext, FIELD_MANAGER } from './call-context.ts';
import { kindSchema } from './kind-schema.ts';
import { shownChanges } from './shown-changes.ts';
import { keyOfRef, readBefore, writeObject } from './write-object.ts';
import { printObject, readObjectText } from './yaml-text.ts';

/** Does what a page asks for. Rejects with the API server's error, or one in kb's words. */
export async function performCall(context: CallContext, call: Call, signal: AbortSignal): Promise<CallResult> {
  const { client } = context;
  switch (call.do) {
    case 'schema':
      return { do: call.do, schema: await kindSchema(client, call.kind, signal) };
    case 'dry-run': {
      const before = await readBefore(context, call.write, signal);
      const { object, warnings } = await writeObject(context, call.write, signal, true);
      return { do: call.do, object: hideSecret(object).object, changes: shownChanges(before, object), warnings };
    }
    case 'write': {
      const { object, warnings } = await writeObject(context, call.write, signal, false);
      return { do: call.do, object: hideSecret(object).object, warnings };
    }
    case 'read-scale': {
      const { ref } = call;
      const scale = await client.subresource(resourceOf(ref.kind), 'scale').get(keyOfRef(ref), { signal });
      // A field of 0 is left out.
      return {
        do: call.do,
        desired: numberAt(scale, ['spec', 'replicas']),
        current: numberAt(scale, ['status', 'replicas']),
      };
    }
    case 'scale':
      await scaleObject(context, call.ref, call.replicas, signal);
      return { do: call.do };
    case 'delete': {
      const options = { propagationPolicy: call.propagation, signal };
      await client.delete(resourceOf(call.ref.kind), keyOfRef(call.ref), options);
      return { do: call.do };
    }
    case 'compare':
      return compareStates(context, call, signal);
    case 'parse':
      return { do: call.do, object: readObjectText(call.yaml) };
    case 'print':
      return { do: call.do, yaml: printObject(call.object, call.managedFields) };
    case 'trouble':
      if (!context.trouble) throw new Error('Only the embedded cluster of kb dev can be troubled.');
      await context.trouble(call.trouble);
      return { do: call.do };
    case 'operator':
      if (!context.operator) throw new Error('There is no operator here that could be controlled: kb dev has one.');
      await context.operator.control(call.action);
      return { do: call.do };
  }
}

async function compareStates(
  { revisions }: CallContext,
  { ref, from, to }: Extract<Call, { do: 'compare' }>,
  signal: AbortSignal,
): Promise<CallResult> {
  const before = await revisions.stateOf(ref, from, signal);
  const after = await revisions.stateOf(ref, to, signal);
  return {
    do: 'compare',
    ...(before && { before: hideSecret(before).object }),
    ...(after && { after: hideSecret(after).object }),
    changes: shownChanges(before, after),
  };
}

/** Sets the number of replicas through the scale subresource. */
async function scaleObject(
  { client }: CallContext,
  ref: ObjectRef,
  replicas: number,
  signal: AbortSignal,
): Promise<void> {
  const scale = client.subresource(resourceOf(ref.kind), 'scale');
  await scale.patch(
    keyOfRef(ref),
    { type: 'merge', value: { spec: { replicas } } },
    { fieldManager: FIELD_MANAGER, signal },
  );
}
