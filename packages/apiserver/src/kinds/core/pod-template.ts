import { equalJson } from '@kb/apimachinery';
import { at } from '../../objects/api-object.ts';
import { containers, labels } from '../../tables/cells.ts';
import { column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { defaultPodTemplate } from '../shared/pods/default-pod-spec.ts';
import { podWarnings } from '../shared/pods/pod-warnings.ts';

/** PodTemplate: a stand-alone template of pods. */
export const podTemplate: BuiltInKind = {
  group: '',
  kind: 'PodTemplate',
  defaults: (podTemplate) => defaultPodTemplate(podTemplate.template),
  strategy: {
    ...genericStrategy,
    returnsDeletedObject: true,
    generation: (object, old) => !equalJson(object.template, old.template),
    warnings: (object, old) =>
      old && old.metadata.generation === object.metadata.generation ? [] : podWarnings(object.template, 'template'),
  },
  columns: columns(
    nameColumn,
    column('Containers', (object) => containers(at(object, 'template', 'spec'), 'name')),
    column('Images', (object) => containers(at(object, 'template', 'spec'), 'image')),
    column('Pod Labels', (object) => labels(at(object, 'template', 'metadata', 'labels'))),
  ),
};
