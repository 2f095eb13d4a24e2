import type { Area } from '../../sequence.ts';
import { get, mergePatch, post, put, sequence, widget, widgets } from '../../steps.ts';

/** Custom objects: validation, pruning and defaults by their schemas. */
export const customObjects: Area = {
  name: 'custom objects',
  sequences: [
    sequence(
      'validation',
      post(widgets, widget('w', { color: 'pink', size: 11 })),
      post(widgets, widget('w', { size: 3 })),
      post(widgets, widget('w', { color: 5 })),
      post(widgets, widget('w', { color: 'red', size: 1.5 })),
      post(widgets, widget('w', { color: 'red', tags: ['a', 'a'] })),
      post(widgets, widget('w', { color: 'red', ports: [{ port: 80 }, { port: 80, proto: 'TCP' }] })),
      post(widgets, widget('w', { color: 'red', ports: [{ name: 'x' }] })),
      post(widgets, widget('w', { color: 'red', intOrString: true })),
      post(widgets, { ...widget('w'), metadata: { name: 'w', labels: { a: 5 } } }),
      post(widgets, { ...widget('w'), metadata: { name: 'w', bogus: 1 } }),
    ),
    sequence(
      'pruning and defaults',
      post(
        widgets,
        widget(
          'w',
          { color: 'red', nested: { free: null, bad: 1 }, any: { x: { y: 1 } }, size: null },
          { status: { phase: 'dropped' } },
        ),
      ),
      post(widgets, widget('e', { color: 'red', nested: {}, def: null })),
      get(`${widgets}/w`),
      get(widgets),
    ),
    sequence(
      'status',
      post(widgets, widget('w'), { save: { rv: 'metadata.resourceVersion' } }),
      put(`${widgets}/w/status`, {
        ...widget('w', { color: 'bogus' }),
        metadata: { name: 'w', resourceVersion: '${rv}', labels: { a: 'b' } },
        status: { replicas: 2 },
      }),
      put(`${widgets}/w/status`, { ...widget('w'), status: { replicas: 2 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 'two' } }),
      mergePatch(`${widgets}/w/status`, { status: null }),
      get(`${widgets}/w/status`),
    ),
    sequence(
      'validation of updates lets old mistakes be',
      post(widgets, widget('w', { color: 'red', any: { a: { b: [1, 2] } }, intOrString: '5%' })),
      mergePatch(`${widgets}/w`, { spec: { intOrString: 5, any: { a: null, c: 1 } } }),
      mergePatch(`${widgets}/w`, { spec: null }),
      mergePatch(`${widgets}/w`, { spec: { color: 'blue' } }),
    ),
    sequence(
      'finalizers',
      post(widgets, { ...widget('w'), metadata: { name: 'w', finalizers: ['nodomain', 'a.b/c'] } }),
    ),
  ],
};
