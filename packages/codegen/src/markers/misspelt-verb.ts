import { nearestName } from './nearest-name.ts';

/** What requests to the API server do. */
const ofRequests = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** What requests for paths that are no resources do, and what Kubernetes asks about besides requests. */
const others = new Set(
  '* post put head options connect proxy redirect use bind escalate impersonate approve sign attest'.split(' '),
);

/**
 * The verb that an author wanted to write, or undefined where nothing shows that it is another. Anybody can have verbs
 * of their own, so that a short word that is no verb with its letters mixed up, doubled or left out is not taken for a
 * slip: `set`, `match`.
 */
export function misspeltVerb(verb: string): string | undefined {
  if (others.has(verb) || ofRequests.includes(verb)) return undefined;
  const near = nearestName(verb, ofRequests);
  const isOtherWord = near !== undefined && near.length <= 5 && near.length === verb.length && !sameLetters(verb, near);
  return isOtherWord ? undefined : near;
}

function sameLetters(a: string, b: string): boolean {
  return a.split('').sort().join('') === b.split('').sort().join('');
}
