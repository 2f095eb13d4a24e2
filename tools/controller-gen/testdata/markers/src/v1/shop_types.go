package v1

import (
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Size is how large a shop is.
// +kubebuilder:validation:Enum=Small;Medium;Large
type Size string

// Name is what something is called. It is long enough for its description to be folded, since it goes on past the width of a line: twice.
// +kubebuilder:validation:MinLength=1
// +kubebuilder:validation:MaxLength=63
// +kubebuilder:validation:Pattern=`^[a-z]([-a-z0-9]*[a-z0-9])?$`
type Name string

// Tags are words.
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:items:MaxLength=10
// +listType=set
type Tags []string

// Labels are names and words.
// +kubebuilder:validation:MaxProperties=8
// +mapType=atomic
type Labels map[string]string

// Base is what others are made from.
type Base struct {
	// Note is a word.
	// +optional
	Note string `json:"note,omitempty"`

	// Owner is a name.
	Owner Name `json:"owner"`
}

// Address is where something is.
//
// It has two paragraphs, and
//   - a list
//   - of things
//
// ```
// TODO inside code stays
// ```
//
// TODO this line is left out
// ---
// and so is this
// +structType=atomic
// +kubebuilder:validation:XValidation:rule="has(self.street) || has(self.box)",message="it needs a street or a box"
// +kubebuilder:validation:MinProperties=1
type Address struct {
	// +optional
	Street string `json:"street,omitempty"`
	// +optional
	Box int32 `json:"box,omitempty"`
}

// Item is sold.
type Item struct {
	// Name is its name.
	// +required
	Name Name `json:"name"`

	// Price in cents.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	// +kubebuilder:validation:Maximum=1000000
	// +kubebuilder:validation:ExclusiveMaximum=false
	// +kubebuilder:validation:MultipleOf=5
	// +optional
	Price int64 `json:"price,omitempty"`
}

// ShopSpec is what is wanted.
// +kubebuilder:validation:XValidation:rule="self.size != 'Small' || self.floors <= 2",message="a small shop has at most two floors",reason=FieldValueInvalid,fieldPath=".floors"
// +kubebuilder:validation:XValidation:rule="self.size == oldSelf.orValue(self).size",messageExpression="'size: ' + self.size",optionalOldSelf=true
type ShopSpec struct {
	Base `json:",inline"`

	// Size of the shop.
	// +kubebuilder:default=Medium
	// +optional
	Size Size `json:"size,omitempty"`

	// Plain shows the description of its type.
	Plain Size `json:"plain"`

	// +optional
	Undescribed Name `json:"undescribed,omitempty"`

	// Narrow has bounds of its own.
	// +kubebuilder:validation:MaxLength=10
	// +kubebuilder:validation:MinLength=1
	// +optional
	Narrow Name `json:"narrow,omitempty"`

	// Floors of the building.
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:default=1
	// +kubebuilder:example=3
	// +kubebuilder:title="Number of floors"
	Floors int32 `json:"floors"`

	// Open says whether it is.
	// +default=true
	// +optional
	Open bool `json:"open,omitempty"`

	// +optional
	Tags Tags `json:"tags,omitempty"`

	// +optional
	Labels Labels `json:"labels,omitempty"`

	// Words in a list of this field's own.
	// +kubebuilder:validation:MinItems=0
	// +kubebuilder:validation:UniqueItems=false
	// +kubebuilder:validation:items:Pattern=`^\w+$`
	// +kubebuilder:validation:items:MinLength=2
	// +kubebuilder:default={}
	// +listType=atomic
	// +optional
	Words []string `json:"words,omitempty"`

	// Items by name.
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:default={{name: "tea", price: 5}}
	// +optional
	Items []Item `json:"items,omitempty"`

	// Named items.
	// +mapType=granular
	// +kubebuilder:validation:MinProperties=1
	// +optional
	Named map[string]Item `json:"named,omitempty"`

	// Counts of counts.
	// +optional
	Counts map[string]map[string]int32 `json:"counts,omitempty"`

	// Lists of lists.
	// +optional
	Lists [][]int64 `json:"lists,omitempty"`

	// Address of the shop.
	// +structType=granular
	// +nullable
	// +optional
	Address *Address `json:"address,omitempty"`

	// Elsewhere shows the description of its type.
	// +optional
	Elsewhere *Address `json:"elsewhere,omitempty"`

	// Port to serve on.
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^[a-z: ]+$`
	// +kubebuilder:default="http: all"
	// +optional
	Port intstr.IntOrString `json:"port,omitempty"`

	// +optional
	Budget resource.Quantity `json:"budget,omitempty"`

	// Opened since then.
	// +kubebuilder:validation:Required
	Opened metav1.Time `json:"opened,omitempty"`

	// Break at noon.
	// +kubebuilder:validation:Optional
	Break metav1.Duration `json:"break"`

	// Raw is kept.
	// +kubebuilder:validation:EmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	// +optional
	Raw runtime.RawExtension `json:"raw,omitempty"`

	// Any value.
	// +optional
	Any apiextensionsv1.JSON `json:"any,omitempty"`

	// Data in base64.
	// +kubebuilder:validation:Format=byte
	// +optional
	Data []byte `json:"data,omitempty"`

	// Shaped by markers alone.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +kubebuilder:validation:XPreserveUnknownFields
	// +kubebuilder:validation:XEmbeddedResource
	// +optional
	Schemaless ShopStatus `json:"schemaless,omitempty"`

	// Choice of numbers.
	// +kubebuilder:validation:Enum=1;2;3
	// +optional
	Choice int32 `json:"choice,omitempty"`

	// Map defaults.
	// +kubebuilder:default={a: 1, "b c": {d: true, e: x y}, f: {1, 2}}
	// +kubebuilder:pruning:PreserveUnknownFields
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=object
	// +optional
	Defaults Base `json:"defaults,omitempty"`

	// Immutable: once set.
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="it's \"fixed\": no change"
	// +optional
	Immutable string `json:"immutable,omitempty"`

	// Template of pods.
	// +optional
	Containers []corev1.Container `json:"containers,omitempty"`
}

// ShopStatus is what is.
type ShopStatus struct {
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	// Floors that are there.
	// +optional
	Floors int32 `json:"floors,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.floors,statuspath=.status.floors
// +kubebuilder:resource:path=shoppes,singular=shoppe,shortName=sh;s,categories={all,trade},scope=Cluster
// +kubebuilder:storageversion
// +kubebuilder:deprecatedversion:warning="shop.example.com/v1 Shop is deprecated"
// +kubebuilder:printcolumn:name="Size",type=string,JSONPath=`.spec.size`,description="How large: very",priority=1,format="byte"
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=".status.conditions[?(@.type=='Ready')].status"

// Shop sells.
type Shop struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ShopSpec `json:"spec"`
	// +optional
	Status ShopStatus `json:"status,omitempty"`
}
