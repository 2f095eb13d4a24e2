import { objectReply, type Reply } from '../http/reply.ts';
import { createObject } from './create-object.ts';
import type { Call } from './endpoint.ts';
import { readWrite } from './read-document.ts';
import { decodeObject } from './read-object.ts';

/** POST of an object. */
export async function handleCreate({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace } = endpoint;
  const { document, options } = await readWrite(request, resource, 'CreateOptions');
  const object = decodeObject(document, resource, options.fieldValidation, request.warn);
  const created = await createObject({ server, resource, namespace, object, options, warn: request.warn });
  return objectReply(201, resource, created);
}
