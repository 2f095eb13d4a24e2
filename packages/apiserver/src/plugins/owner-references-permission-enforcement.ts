import { equalJson, type JsonObject } from '@kb/apimachinery';
import type { AdmissionPlugin, WriteAttributes } from '../admission/admission-plugin.ts';
import type { ResourceAttributes } from '../authentication/request-attributes.ts';
import type { ServerContext } from '../context/server-context.ts';
import { objectsIn, stringOf } from '../objects/api-object.ts';
import { forbid } from './shared/forbid.ts';

/** What a permission is asked for, apart from what all of them have in common. */
type Permission = Omit<ResourceAttributes, 'isResource' | 'path'>;

/**
 * OwnerReferencesPermissionEnforcement: only who may delete an object changes its owners, and only who may set the
 * finalizers of an owner makes its deletion wait.
 */
export function ownerReferencesPermissionEnforcement(
  server: Pick<ServerContext, 'authorizer' | 'registry'>,
): AdmissionPlugin {
  return {
    name: 'OwnerReferencesPermissionEnforcement',
    validate: (write) => {
      const { resource, subresource = '', operation, namespace, name, old } = write;
      // A status changes no owners, and old kubelets sent some that were wrong.
      if (resource.group === '' && resource.plural === 'pods' && subresource === 'status') return;
      if (equalJson(ownersOf(write.object), ownersOf(old))) return;
      const refusalOf = (permission: Permission): string | undefined => refusalFor(write, permission, server);
      if (operation !== 'CREATE') {
        const { group, plural } = resource;
        const why = refusalOf({ verb: 'delete', group, resource: plural, subresource, namespace, name });
        if (why !== undefined) forbid(write, `cannot set an ownerRef on a resource you can't delete: ${why}`);
      }
      const blocking = newBlockingOwners(write);
      const anything = {
        verb: 'update',
        group: '*',
        resource: '*',
        subresource: 'finalizers',
        namespace: '',
        name: '*',
      };
      if (blocking.length === 0 || refusalOf(anything) === undefined) return;
      for (const permission of blocking.flatMap((owner) => permissionsFor(write, owner, server))) {
        const why = refusalOf(permission);
        if (why === undefined) continue;
        const what = "if an ownerReference refers to a resource you can't set finalizers on";
        forbid(write, `cannot set blockOwnerDeletion ${what}: ${why}`);
      }
    },
  };
}

const ownersOf = (object: { readonly metadata: { readonly ownerReferences?: unknown } } | undefined): JsonObject[] =>
  objectsIn(object?.metadata.ownerReferences);

/** Why a user does not have a permission, as Go prints it; undefined if the user has it. */
function refusalFor(
  { caller }: WriteAttributes,
  permission: Permission,
  { authorizer }: Pick<ServerContext, 'authorizer'>,
): string | undefined {
  const { decision, reason, error } = authorizer.authorize(caller.user, { isResource: true, path: '', ...permission });
  return decision === 'allow' ? undefined : `${reason}, ${error ?? '<nil>'}`;
}

/** The owners whose deletion waits for the object, and did not before. */
function newBlockingOwners({ object, old }: WriteAttributes): JsonObject[] {
  const before = new Map(ownersOf(old).map((owner) => [owner.uid, owner]));
  return ownersOf(object).filter(
    ({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && before.get(uid)?.blockOwnerDeletion !== true,
  );
}

/** The permissions to set the finalizers of an owner: one for each resource of its kind. */
function permissionsFor(
  write: WriteAttributes,
  { apiVersion, kind, name }: JsonObject,
  { registry }: Pick<ServerContext, 'registry'>,
): Permission[] {
  const resources = [...registry.all()].filter((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (resources.length === 0) {
    const version = stringOf(apiVersion);
    const missing = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(version)}`;
    forbid(
      write,
      `cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion ${version} Kind ${stringOf(kind)}: ${missing}`,
    );
  }
  return resources.map(({ group, plural, namespaced }) => ({
    verb: 'update',
    group,
    resource: plural,
    subresource: 'finalizers',
    namespace: namespaced ? write.namespace : '',
    name: stringOf(name),
  }));
}
