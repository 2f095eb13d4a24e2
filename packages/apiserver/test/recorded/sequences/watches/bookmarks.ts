import type { Area } from '../../sequence.ts';
import { configMap, configMaps, del, frames, post, sequence, sequenceAlone, startWatch } from '../../steps.ts';

const quiet = { quiet: true };
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Returns a definition for this sequence only: no one else writes its objects, which would cause bookmarks. */
const definition = (kind: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.marks.example.com` },
  spec: {
    group: 'marks.example.com',
    scope: 'Namespaced',
    names: { plural: `${kind.toLowerCase()}s`, kind },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});
const path = (plural: string): string => `/apis/marks.example.com/v1/namespaces/\${NS}/${plural}`;
const object = (kind: string, name: string): object => ({
  apiVersion: 'marks.example.com/v1',
  kind,
  metadata: { name },
});

/** Bookmarks, for watches that request them. */
export const bookmarks: Area = {
  name: 'bookmarks',
  sequences: [
    sequence(
      'a bookmark before the end of a watch that saw nothing of what happened',
      post(crds, definition('Seen'), quiet),
      post(path('seens'), object('Seen', 'a'), { quiet: true, retry: true, save: { rv: 'metadata.resourceVersion' } }),
      startWatch(
        'w',
        `${path('seens')}?resourceVersion=\${rv}&allowWatchBookmarks=true&timeoutSeconds=5&labelSelector=nobody`,
      ),
      startWatch('o', `${path('seens')}?resourceVersion=\${rv}&timeoutSeconds=5&labelSelector=nobody`),
      startWatch(
        's',
        `${path('seens')}?resourceVersion=\${rv}&allowWatchBookmarks=true&timeoutSeconds=1&labelSelector=nobody`,
      ),
      post(path('seens'), object('Seen', 'b'), quiet),
      // In the last seconds of a watch, the real server sends one or two bookmarks.
      frames('w', 1),
      frames('o'),
      frames('s'),
    ),
    // Alone: lists of other resources make the real server ask etcd for its current revision, which causes progress in
    // all watches.
    sequenceAlone(
      'no bookmark where nothing happens',
      post(crds, definition('Quiet'), quiet),
      post(path('quiets'), object('Quiet', 'a'), {
        quiet: true,
        retry: true,
        save: { rv: 'metadata.resourceVersion' },
      }),
      post(path('quiets'), object('Quiet', 'b'), quiet),
      startWatch('w', `${path('quiets')}?resourceVersion=\${rv}&allowWatchBookmarks=true&timeoutSeconds=4`),
      frames('w'),
    ),
    sequence(
      'no bookmark for those who do not ask',
      post(configMaps, configMap('a'), quiet),
      startWatch('w', `${configMaps}?timeoutSeconds=4`),
      del(`${configMaps}/a`, undefined, quiet),
      frames('w'),
    ),
  ],
};
