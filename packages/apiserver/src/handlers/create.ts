import { objectReply, type Reply } from '../http/reply.ts';
import { readWriteOptions } from '../http/write-options.ts';
import { createObject } from './create-object.ts';
import type { Call } from './endpoint.ts';
import { decodeObject, readDocument } from './read-object.ts';

/** POST of an object. */
export async function handleCreate({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace } = endpoint;
  const document = await readDocument(request, resource.kind);
  const options = readWriteOptions(request, 'CreateOptions');
  const object = decodeObject(document, resource, server.registry, options.fieldValidation, request.warn);
  return objectReply(201, resource, createObject({ server, resource, namespace, object, options, warn: request.warn }));
}
