import type { Condition, int32, KubernetesObject } from '@kb/apimachinery';
import type { Place } from '@shop/shared';

/** What every object of the shop has. */
interface Base<Spec, Status = CommonStatus> extends KubernetesObject {
  /** What is wanted. */
  spec: Spec;
  status?: Status;
}

interface CommonStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** A base whose spec only the compiler knows. */
interface Loose<Spec> extends KubernetesObject {
  spec: { [K in keyof Spec]?: Spec[K] | null };
}

export interface ShelfSpec {
  boards: int32;
  place: Place;
  size?: Size;
  color?: KnownColor;
}

/** A shelf extends a generic base. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Shelf extends Base<ShelfSpec> {}

/** A door is an alias of an instance of the base. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Boards",type=integer,JSONPath=`.spec.boards`
export type Door = Base<ShelfSpec, CommonStatus>;

/** A lamp is an intersection. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
export type Lamp = KubernetesObject & {
  spec: { watts: int32 };
};

/** A table has a base that is computed. */
// +kubebuilder:object:root=true
export interface Table extends Loose<ShelfSpec> {}

/** Another name of a kind is none by itself. */
export type AnyLamp = Lamp;

/** A base that is an alias. */
type Furniture<Spec> = KubernetesObject & { spec: Spec };

/** Another name of that base. */
type Wooden = Furniture<ShelfSpec> & { status?: CommonStatus };

/** A chair extends an instance of an alias. */
// +kubebuilder:object:root=true
export interface Chair extends Furniture<ShelfSpec> {}

/** A stool extends an alias of an alias. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Stool extends Wooden {}

/** A bench is an instance of an alias. */
// +kubebuilder:object:root=true
export type Bench = Furniture<ShelfSpec>;
