import type { AdmissionAttributes } from '../admission/admission-attributes.ts';
import type { WriteAttributes } from '../admission/admission-plugin.ts';
import { sentForm } from '../admission/hook-patch.ts';
import type { MatchedVersion } from '../admission/match-rules.ts';
import type { VersionedObjects } from '../admission/review-text.ts';
import { convertVersion } from '../admission/versioned-object.ts';
import type { ApiObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** The object of a request in one version, while policies change it. */
export class VersionedObjectState {
  object: ApiObject;
  readonly codec: AdmissionAttributes['codec'];
  /** Whether a mutation was applied, even one that changed nothing. */
  isDirty = false;
  private readonly old: VersionedObjects['old'];
  private encoded: { readonly of: ApiObject; readonly sent: ApiObject } | undefined;

  constructor(object: ApiObject, old: VersionedObjects['old'], codec: AdmissionAttributes['codec']) {
    this.object = object;
    this.old = old;
    this.codec = codec;
  }

  /** The object as expressions get it. */
  get sent(): ApiObject {
    const { object, codec } = this;
    if (this.encoded?.of !== object) this.encoded = { of: object, sent: sentForm(codec, object) };
    return this.encoded.sent;
  }

  /** The objects as expressions get them. */
  get shown(): VersionedObjects {
    return { object: this.sent, old: this.old };
  }
}

/**
 * The object of a request in the versions that policies match. As in kube-apiserver, each version is changed on its
 * own, and the one of the last policy counts.
 */
export class VersionedObjectStates {
  private readonly write: WriteAttributes;
  private readonly states = new Map<ServedResource, VersionedObjectState>();
  private last: VersionedObjectState | undefined;

  constructor(write: WriteAttributes) {
    this.write = write;
  }

  /** Whether the object is what a client connects with. */
  get isConnection(): boolean {
    return this.write.operation === 'CONNECT';
  }

  /** Whether a mutation was applied to the version that counts. */
  get isDirty(): boolean {
    return this.last?.isDirty === true;
  }

  /** The state of the version that a policy gets. */
  async inVersionOf({ resource }: MatchedVersion): Promise<VersionedObjectState> {
    const { object, old, codec, resource: requested } = this.write;
    // The kind of a subresource has one version.
    const isSame = resource === requested || codec !== requested.codec;
    const version = isSame ? requested : resource;
    const before = this.states.get(version);
    if (before !== undefined) return before;
    const ownCodec = isSame ? codec : resource.codec;
    const converted = isSame ? object : await convertVersion(object, requested, resource);
    const oldConverted = isSame || old === undefined ? old : await convertVersion(old, requested, resource);
    const state = new VersionedObjectState(converted, oldConverted, ownCodec);
    this.states.set(version, state);
    return state;
  }

  /** Notes that a policy changes this version, which then counts. */
  touch(state: VersionedObjectState): void {
    this.last = state;
  }

  /** The object that the policies leave, in the version of the request. */
  async result(): Promise<ApiObject> {
    const { object, resource: requested } = this.write;
    if (!this.last?.isDirty) return object;
    for (const [resource, state] of this.states)
      if (state === this.last)
        return resource === requested ? state.object : convertVersion(state.object, resource, requested);
    return object;
  }
}
