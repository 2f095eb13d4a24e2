import { badRequest } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { objectReply, type Reply } from '../answers/reply.ts';
import type { Call } from '../context/call.ts';
import { isSelected, readListOptions } from './lists/list-options.ts';

/** Handles GET of objects that are computed: of one, or of those that a list selects. They have no pages. */
export function handleComputed({ request, endpoint }: Call): Reply {
  const { resource, namespace, name } = endpoint;
  const { computed } = resource;
  if (computed === undefined) return refuse(badRequest(`${resource.plural} are stored`));
  if (name !== '') return objectReply(200, resource, computed.one(namespace, name));
  const { selection } = readListOptions(request.query, resource, 'list');
  const items = [...computed.all(namespace)].filter((object) => isSelected(selection, object, resource));
  return { type: 'list', resource, items, metadata: {} };
}
