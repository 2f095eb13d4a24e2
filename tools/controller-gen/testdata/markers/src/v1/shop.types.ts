import type {
  Bytes,
  Condition,
  Duration,
  int32,
  int64,
  IntOrString,
  KubernetesObject,
  Quantity,
  RawExtension,
  Time,
} from '@kb/apimachinery';
import type { Container } from '@kb/kubernetes/core/v1';

/** Size is how large a shop is. */
export type Size = 'Small' | 'Medium' | 'Large';

/** Name is what something is called. It is long enough for its description to be folded, since it goes on past the width of a line: twice. */
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z]([-a-z0-9]*[a-z0-9])?$`
export type Name = string;

/** Tags are words. */
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:items:MaxLength=10
// +listType=set
export type Tags = string[];

/** Labels are names and words. */
// +kubebuilder:validation:MaxProperties=8
// +mapType=atomic
export type Labels = Record<string, string>;

/** Base is what others are made from. */
export interface Base {
  /** Note is a word. */
  note?: string;
  /** Owner is a name. */
  owner: Name;
}

/**
 * Address is where something is.
 *
 * It has two paragraphs, and
 *   - a list
 *   - of things
 *
 * ```
 * TODO inside code stays
 * ```
 *
 * TODO this line is left out
 * ---
 * and so is this
 * +structType=atomic
 * +kubebuilder:validation:XValidation:rule="has(self.street) || has(self.box)",message="it needs a street or a box"
 * +kubebuilder:validation:MinProperties=1
 */
export interface Address {
  street?: string;
  box?: int32;
}

/** Item is sold. */
export interface Item {
  /** Name is its name. */
  name: Name;
  /** Price in cents. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:validation:ExclusiveMinimum=true
  // +kubebuilder:validation:Maximum=1000000
  // +kubebuilder:validation:ExclusiveMaximum=false
  // +kubebuilder:validation:MultipleOf=5
  price?: int64;
}

/** ShopSpec is what is wanted. */
// +kubebuilder:validation:XValidation:rule="self.size != 'Small' || self.floors <= 2",message="a small shop has at most two floors",reason=FieldValueInvalid,fieldPath=".floors"
// +kubebuilder:validation:XValidation:rule="self.size == oldSelf.orValue(self).size",messageExpression="'size: ' + self.size",optionalOldSelf=true
export interface ShopSpec extends Base {
  /** Size of the shop. */
  // +kubebuilder:default=Medium
  size?: Size;
  /** Plain shows the description of its type. */
  plain: Size;
  undescribed?: Name;
  /** Narrow has bounds of its own. */
  // +kubebuilder:validation:MaxLength=10
  // +kubebuilder:validation:MinLength=1
  narrow?: Name;
  /** Floors of the building. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:default=1
  // +kubebuilder:example=3
  // +kubebuilder:title="Number of floors"
  floors: int32;
  /** Open says whether it is. */
  // +default=true
  open?: boolean;
  tags?: Tags;
  labels?: Labels;
  /** Words in a list of this field's own. */
  // +kubebuilder:validation:MinItems=0
  // +kubebuilder:validation:UniqueItems=false
  // +kubebuilder:validation:items:Pattern=`^\w+$`
  // +kubebuilder:validation:items:MinLength=2
  // +kubebuilder:default={}
  // +listType=atomic
  words?: string[];
  /** Items by name. */
  // +listType=map
  // +listMapKey=name
  // +kubebuilder:default={{name: "tea", price: 5}}
  items?: Item[];
  /** Named items. */
  // +mapType=granular
  // +kubebuilder:validation:MinProperties=1
  named?: Record<string, Item>;
  /** Counts of counts. */
  counts?: Record<string, Record<string, int32>>;
  /** Lists of lists. */
  lists?: int64[][];
  /** Address of the shop. */
  // +structType=granular
  address?: Address | null;
  /** Elsewhere shows the description of its type. */
  elsewhere?: Address;
  /** Port to serve on. */
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^[a-z: ]+$`
  // +kubebuilder:default="http: all"
  port?: IntOrString;
  budget?: Quantity;
  /** Opened since then. */
  // +kubebuilder:validation:Required
  opened?: Time;
  /** Break at noon. */
  // +kubebuilder:validation:Optional
  break: Duration;
  /** Raw is kept. */
  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  raw?: RawExtension;
  /** Any value. */
  any?: unknown;
  /** Data in base64. */
  // +kubebuilder:validation:Format=byte
  data?: Bytes;
  /** Shaped by markers alone. */
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  // +kubebuilder:validation:XPreserveUnknownFields
  // +kubebuilder:validation:XEmbeddedResource
  schemaless?: ShopStatus;
  /** Choice of numbers. */
  // +kubebuilder:validation:Enum=1;2;3
  choice?: int32;
  /** Map defaults. */
  // +kubebuilder:default={a: 1, "b c": {d: true, e: x y}, f: {1, 2}}
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  defaults?: Base;
  /** Immutable: once set. */
  // +kubebuilder:validation:XValidation:rule="self == oldSelf",message="it's \"fixed\": no change"
  immutable?: string;
  /** Template of pods. */
  containers?: Container[];
}

/** ShopStatus is what is. */
export interface ShopStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
  /** Floors that are there. */
  floors?: int32;
}

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.floors,statuspath=.status.floors
// +kubebuilder:resource:path=shoppes,singular=shoppe,shortName=sh;s,categories={all,trade},scope=Cluster
// +kubebuilder:storageversion
// +kubebuilder:deprecatedversion:warning="shop.example.com/v1 Shop is deprecated"
// +kubebuilder:printcolumn:name="Size",type=string,JSONPath=`.spec.size`,description="How large: very",priority=1,format="byte"
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=".status.conditions[?(@.type=='Ready')].status"
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}
