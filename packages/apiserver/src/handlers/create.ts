import { objectReply, type Reply } from '../answers/reply.ts';
import { createObject } from '../pipelines/create-object.ts';
import { noPause, pauseForBody } from '../pipelines/large-writes.ts';
import type { Call } from '../context/call.ts';
import { writeCaller } from './admission-caller.ts';
import { readWrite } from './bodies/read-document.ts';
import { decodeSent } from './bodies/read-object.ts';

/** Handles POST of an object. */
export async function handleCreate({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace } = endpoint;
  const { document, options } = await readWrite(request, resource, 'CreateOptions');
  const pause = pauseForBody(server, resource, document.source);
  if (pause !== noPause) await pause();
  const object = decodeSent(request, document, resource, options.fieldValidation);
  if (pause !== noPause) await pause();
  const caller = writeCaller(server, request, 'CreateOptions');
  const { warn } = request;
  const created = await createObject({ server, resource, namespace, object, options, warn, caller, pause });
  if (pause !== noPause) await pause();
  return objectReply(201, resource, created);
}
