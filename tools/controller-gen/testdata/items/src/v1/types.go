// +groupName=items.example.com
package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Word is one word.
// +kubebuilder:validation:MinLength=1
type Word string

// Numbers are numbers, with every marker of numbers on each.
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:MultipleOf=2
type Numbers []int32

// Texts are texts, with every marker of text on each.
// +kubebuilder:validation:items:MinLength=2
// +kubebuilder:validation:items:MaxLength=20
// +kubebuilder:validation:items:Pattern=`^\w+$`
// +kubebuilder:validation:items:Format=hostname
// +kubebuilder:validation:items:Enum=aa;bb
// +kubebuilder:validation:items:XValidation:rule="self != 'cc'",message="no cc"
// +kubebuilder:validation:MaxItems=4
type Texts []string // rule: items/beside-markers-of-the-list

// Lists are lists, with every marker of lists on each.
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:MaxItems=2
// +kubebuilder:validation:items:UniqueItems=false
type Lists [][]string // rule: items/one-level-only

// Tables are maps, with every marker of maps on each.
// +kubebuilder:validation:items:MinProperties=1
// +kubebuilder:validation:items:MaxProperties=2
type Tables []map[string]string

// Resources are objects of the API.
// +kubebuilder:validation:items:XPreserveUnknownFields
// +kubebuilder:validation:items:XEmbeddedResource
type Resources []runtime.RawExtension

// Pair has two fields.
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second"`
}

// Eithers are numbers or text.
// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:Pattern=`^\d+$`
type Eithers []string

// Retypeds are text.
// +kubebuilder:validation:items:Type=string
type Retypeds []int32

// ListSpec has every marker of the family for the elements of a list.
type ListSpec struct {
	Numbers   Numbers   `json:"numbers"`
	Texts     Texts     `json:"texts"`
	Lists     Lists     `json:"lists"`
	Tables    Tables    `json:"tables"`
	Eithers   Eithers   `json:"eithers"`
	Retypeds  Retypeds  `json:"retypeds"`
	Resources Resources `json:"resources"`

	// +kubebuilder:validation:items:Minimum=1
	// +kubebuilder:validation:items:ExclusiveMinimum=true
	// +kubebuilder:validation:items:Maximum=11
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:MultipleOf=3
	OwnNumbers []int64 `json:"ownNumbers"`

	// +kubebuilder:validation:items:MinLength=3
	// +kubebuilder:validation:items:MaxLength=30
	// +kubebuilder:validation:items:Pattern="^[a-z]+$"
	// +kubebuilder:validation:items:Format=ipv6
	// +kubebuilder:validation:items:Enum=aaa;bbb
	// +kubebuilder:validation:items:XValidation:rule="self != 'ccc'",messageExpression="self",reason=FieldValueInvalid
	OwnTexts []string `json:"ownTexts"`

	// +kubebuilder:validation:items:MinItems=2
	// +kubebuilder:validation:items:MaxItems=3
	// +kubebuilder:validation:items:UniqueItems=false
	OwnLists [][]string `json:"ownLists"`

	// +kubebuilder:validation:items:MinProperties=2
	// +kubebuilder:validation:items:MaxProperties=3
	OwnTables []map[string]string `json:"ownTables"`

	// +kubebuilder:validation:items:Pattern=`^\d+$`
	// +kubebuilder:validation:items:XIntOrString
	OwnEithers []string `json:"ownEithers"` // rule: order/items-by-priority

	// +kubebuilder:validation:items:MaxLength=3
	// +kubebuilder:validation:items:Type=string
	OwnRetypeds []int32 `json:"ownRetypeds"`

	// +kubebuilder:validation:items:XPreserveUnknownFields
	// +kubebuilder:validation:items:XEmbeddedResource
	OwnResources []runtime.RawExtension `json:"ownResources"`

	// +listType=map
	// +listMapKey=first
	// +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() || self.second != 'x'",message="the second is x",fieldPath=".second",optionalOldSelf=true
	Pairs []Pair `json:"pairs"`

	// +kubebuilder:validation:items:MaxLength=9
	Declared []Word `json:"declared"` // rule: items/of-a-declared-type
}

// List shows the family kubebuilder:validation:items on types and on fields.
// +kubebuilder:object:root=true
type List struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec ListSpec `json:"spec"`
}
