import type { JsonObject } from '@kb/apimachinery';
import { findKind } from '@kb/kubernetes/data';
import type { ServedVersion } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { VERSION_INFO } from '../version.ts';
import { Components } from './components.ts';
import { customSchemas } from './custom-schemas.ts';
import { pathsOf } from './paths.ts';

/** The OpenAPI 3 document of one group version: the paths of its resources, and the schemas of their kinds. */
export function openApiDocument({ resources }: ServedVersion): JsonObject {
  const components = new Components();
  const paths: JsonObject = {};
  for (const resource of resources) Object.assign(paths, pathsOf(resource, schemaNameOf(resource, components)));
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: VERSION_INFO.gitVersion },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: components.schemas() },
  };
}

/** Puts the schemas of a resource among the components; answers the name of its kind's. */
function schemaNameOf(resource: ServedResource, components: Components): string {
  const { group, version, kind, listKind } = resource;
  if (resource.custom) {
    const { name, schemas } = customSchemas(resource);
    for (const [schemaName, schema] of Object.entries(schemas)) components.set(schemaName, schema);
    components.add('meta/v1.ObjectMeta');
    components.add('meta/v1.ListMeta');
    return name;
  }
  const data = findKind({ group, version, kind });
  if (!data) throw new Error(`the data file has no kind ${group}/${version} ${kind}`);
  const name = components.add(data.type, { group, version, kind });
  if (data.listKind !== undefined) {
    components.add(`${data.type.slice(0, data.type.lastIndexOf('.'))}.${listKind}`, { group, version, kind: listKind });
  }
  if (resource.subresources.has('scale'))
    components.add('autoscaling/v1.Scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' });
  return name;
}
