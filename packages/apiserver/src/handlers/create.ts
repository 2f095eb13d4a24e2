import { objectReply, type Reply } from '../answers/reply.ts';
import { createObject } from '../pipelines/create-object.ts';
import type { Call } from '../context/call.ts';
import { readWrite } from './bodies/read-document.ts';
import { decodeObject } from './bodies/read-object.ts';

/** Handles POST of an object. */
export async function handleCreate({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace } = endpoint;
  const { document, options } = await readWrite(request, resource, 'CreateOptions');
  const object = decodeObject(document, resource, options.fieldValidation, request.warn);
  const created = await createObject({ server, resource, namespace, object, options, warn: request.warn });
  return objectReply(201, resource, created);
}
