import { at, type FrozenObject } from '../../../objects/api-object.ts';
import { containers, count, selector } from '../../../tables/cells.ts';
import { ageColumn, type Column, column, nameColumn } from '../../../tables/columns.ts';

const podSpecOf = (object: FrozenObject): ReturnType<typeof at> => at(object, 'spec', 'template', 'spec');

/** The names of the containers in the template. */
export const containersColumn: Column = column('Containers*', (object) => containers(podSpecOf(object), 'name'));

/** The images of the containers in the template. */
export const imagesColumn: Column = column('Images*', (object) => containers(podSpecOf(object), 'image'));

/** The label selector. */
export const selectorColumn: Column = column('Selector*', (object) => selector(at(object, 'spec', 'selector')));

/** The common columns of ReplicaSets and ReplicationControllers. */
export function replicaColumns(): Column[] {
  return [
    nameColumn,
    column('Desired:integer', count('spec.replicas')),
    column('Current:integer', count('status.replicas')),
    column('Ready:integer', count('status.readyReplicas')),
    ageColumn,
    containersColumn,
    imagesColumn,
  ];
}
