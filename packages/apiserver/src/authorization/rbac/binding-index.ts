import type { JsonObject } from '@kb/apimachinery';
import { serviceAccountUser } from '../../authentication/service-account-name.ts';
import type { User } from '../../authentication/user.ts';
import { type ApiObject, type FrozenObject, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import type { Collection } from '../../storage/collection.ts';
import type { StoredObject } from '../../storage/stored-object.ts';

/** The role that a binding grants. */
export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** A stored binding. */
export interface Binding {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding';
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RoleRef;
  /** By subject, the position of its first mention and its description. */
  readonly subjects: ReadonlyMap<string, { readonly position: number; readonly text: string }>;
}

/** The bindings of one kind, by the users and groups that they name. It follows the changes of its collection. */
export interface BindingIndex {
  /** The bindings for a user in a namespace, which is empty for ClusterRoleBindings: each once, in no useful order. */
  readonly of: (user: User, namespace: string) => Iterable<Binding>;
}

/** By namespace, then by subject, then by name. */
type Bindings = Map<string, Map<string, Map<string, Binding>>>;

/** Creates the index of a collection of ClusterRoleBindings or RoleBindings, which is still empty. */
export function createBindingIndex(kind: Binding['kind'], collection: Collection): BindingIndex {
  const bindings: Bindings = new Map();
  collection.subscribe(({ type, current, previous }) => {
    if (previous) remove(bindings, readBinding(kind, previous));
    if (type !== 'DELETED') add(bindings, readBinding(kind, current));
  });
  return { of: (user, namespace) => bindingsOf(bindings.get(namespace), user) };
}

/** Describes whom a binding grants a role, as reasons do. */
export function describeBinding(binding: Binding, user: User): string {
  const { kind, namespace, name, roleRef, subjects } = binding;
  let first: { readonly position: number; readonly text: string } | undefined;
  for (const key of subjectsOf(user)) {
    const subject = subjects.get(key);
    if (subject && (!first || subject.position < first.position)) first = subject;
  }
  const full = namespace === '' ? name : `${name}/${namespace}`;
  return `${kind} "${full}" of ${roleRef.kind} "${roleRef.name}" to ${first?.text ?? ''}`;
}

function* bindingsOf(bySubject: ReadonlyMap<string, ReadonlyMap<string, Binding>> | undefined, user: User) {
  if (!bySubject) return;
  const sets = subjectsOf(user).flatMap((key) => bySubject.get(key) ?? []);
  const [only, ...more] = sets;
  if (only && more.length === 0) {
    yield* only.values();
    return;
  }
  const seen = new Set<string>();
  for (const set of sets) {
    for (const [name, binding] of set) {
      if (seen.has(name)) continue;
      seen.add(name);
      yield binding;
    }
  }
}

/** The keys under which a user is found: a ServiceAccount is the user with its name. */
function subjectsOf({ name, groups }: User): string[] {
  return [`user ${name}`, ...groups.map((group) => `group ${group}`)];
}

function readBinding(kind: Binding['kind'], { namespace, name, object }: StoredObject): Binding {
  const subjects = new Map<string, { readonly position: number; readonly text: string }>();
  for (const [position, subject] of objectsIn(object.subjects).entries()) {
    const key = subjectKey(subject, namespace);
    if (key && !subjects.has(key.key)) subjects.set(key.key, { position, text: key.text });
  }
  return { kind, namespace, name, roleRef: roleRefOf(object), subjects };
}

/** The role that a binding refers to. */
export function roleRefOf({ roleRef }: ApiObject | FrozenObject): RoleRef {
  return { kind: stringOf(own(roleRef, 'kind')), name: stringOf(own(roleRef, 'name')) };
}

/** Undefined for a subject that can be nobody. */
function subjectKey(
  subject: JsonObject,
  bindingNamespace: string,
): { readonly key: string; readonly text: string } | undefined {
  const [kind, name, ownNamespace] = ['kind', 'name', 'namespace'].map((field) => stringOf(own(subject, field)));
  switch (kind) {
    case 'User':
      return { key: `user ${name}`, text: `User "${name}"` };
    case 'Group':
      return { key: `group ${name}`, text: `Group "${name}"` };
    case 'ServiceAccount': {
      const namespace = ownNamespace || bindingNamespace;
      if (namespace === '') return undefined;
      const user = serviceAccountUser({ namespace, name: name ?? '' });
      return { key: `user ${user}`, text: `ServiceAccount "${name}/${namespace}"` };
    }
    default:
      return undefined;
  }
}

function add(bindings: Bindings, binding: Binding): void {
  const bySubject = bindings.get(binding.namespace) ?? new Map<string, Map<string, Binding>>();
  bindings.set(binding.namespace, bySubject);
  for (const subject of binding.subjects.keys()) {
    const byName = bySubject.get(subject) ?? new Map<string, Binding>();
    bySubject.set(subject, byName.set(binding.name, binding));
  }
}

function remove(bindings: Bindings, binding: Binding): void {
  const bySubject = bindings.get(binding.namespace);
  if (!bySubject) return;
  for (const subject of binding.subjects.keys()) {
    const byName = bySubject.get(subject);
    byName?.delete(binding.name);
    if (byName?.size === 0) bySubject.delete(subject);
  }
  if (bySubject.size === 0) bindings.delete(binding.namespace);
}
