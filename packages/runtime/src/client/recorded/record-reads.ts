import { formatGroupKind, parseObjectKey } from '@kb/apimachinery';
import type { CachedReads, CacheListOptions } from '../../cache/read/cache-reader.ts';
import { inspectedKey, type RunRecorder } from '../../inspection/run-recorder.ts';

/** Makes cached reads that are recorded for one run. */
export function recordReads({ cached }: CachedReads, recorder: RunRecorder): CachedReads['cached'] {
  return (resource) => {
    const reader = cached(resource);
    const groupKind = formatGroupKind(resource);
    return {
      get: (key) => {
        const object = reader.get(key);
        // The reader has accepted the key.
        recorder.read({ verb: 'get', groupKind, ...inspectedKey(parseObjectKey(key)), found: object ? 1 : 0 });
        return object;
      },
      list: (options) => {
        const objects = reader.list(options);
        recorder.read({ verb: 'list', groupKind, ...narrowed(options), found: objects.length });
        return objects;
      },
      byIndex: (name, value) => {
        const objects = reader.byIndex(name, value);
        recorder.read({ verb: 'list', groupKind, selector: `${name}=${value}`, found: objects.length });
        return objects;
      },
    };
  };
}

/** Describes how a list was narrowed. */
function narrowed(options: CacheListOptions | undefined): { namespace?: string; selector?: string } {
  const { namespace, labelSelector, matchingFields = {} } = options ?? {};
  const fields = Object.entries(matchingFields).map(([name, value]) => `${name}=${value}`);
  const selector = [...(labelSelector ? [labelSelector] : []), ...fields].join(',');
  return { ...(namespace && { namespace }), ...(selector !== '' && { selector }) };
}
