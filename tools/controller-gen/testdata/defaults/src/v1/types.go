// +groupName=defaults.example.com
package v1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// This file is not formatted: gofmt would undo two of its rules.

// Part is a part.
type Part struct {
	// +optional
	Name string `json:"name,omitempty"`
	// +optional
	Size int32 `json:"size,omitempty"`
}

// CarSpec has defaults of every sort: what they are is guessed from how they are written.
type CarSpec struct {
	// +kubebuilder:default=5
	Integer int32 `json:"integer"` // rule: guess/integer, argument/integer

	// +kubebuilder:default=-5
	Negative int32 `json:"negative"` // rule: guess/negative

	// +kubebuilder:default=true
	True bool `json:"true"` // rule: guess/bool, argument/bool

	// +kubebuilder:default=false
	False bool `json:"false"`

	// +kubebuilder:default=truely
	Truely string `json:"truely"` // rule: guess/word-that-begins-like-a-bool

	// +kubebuilder:default=red
	Bare string `json:"bare"` // rule: guess/bare-text

	// +kubebuilder:default=two words and  more
	Spaced string `json:"spaced"` // rule: argument/bare-text-keeps-inner-spaces

	// +kubebuilder:default="5"
	Quoted string `json:"quoted"` // rule: guess/quoted-text

	// +kubebuilder:default="a;b"
	Semicolon string `json:"semicolon"` // rule: guess/semicolon-in-quotes

	// +kubebuilder:default=`a;b`
	RawSemicolon string `json:"rawSemicolon"`

	// +kubebuilder:default="a \"b\"\tc\u00e9\x21"
	Escaped string `json:"escaped"` // rule: argument/escapes

	// +kubebuilder:default=`c:\d\"e`
	Raw string `json:"raw"` // rule: argument/raw-text

	// +kubebuilder:default='single'
	Single string `json:"single"` // rule: argument/single-quotes-are-text

	// +kubebuilder:default=null
	Null string `json:"null"` // rule: guess/null-is-text

	// +kubebuilder:default={a,b}
	Braces []string `json:"braces"` // rule: guess/list-in-braces, argument/list-in-braces

	// +kubebuilder:default={a,}
	Trailing []string `json:"trailing"` // rule: argument/trailing-separator

	// +kubebuilder:default=a;b;c
	Legacy []string `json:"legacy"` // rule: guess/list-with-semicolons, argument/list-with-semicolons

	// +kubebuilder:default={{1,2},{3}}
	Nested [][]int32 `json:"nested"` // rule: argument/nested-lists

	// +kubebuilder:default={}
	EmptyList []string `json:"emptyList"` // rule: default/empty-map-on-a-list-is-an-empty-list

	// +kubebuilder:default={}
	EmptyMap map[string]string `json:"emptyMap"` // rule: guess/empty-map

	// +kubebuilder:default={a: b, "c d": e, `f`: "g"}
	Map map[string]string `json:"map"` // rule: argument/map-keys

	// +kubebuilder:default={name: "x", size: 5}
	Part Part `json:"part"` // rule: guess/map-values-one-by-one

	// +kubebuilder:default={{name: x}, {name: y, size: 1}}
	Parts []Part `json:"parts"` // rule: guess/list-of-maps

	// +kubebuilder:default={a: {}, b: {{}}}
	Inside apiextensionsv1.JSON `json:"inside"` // rule: guess/braces-inside-are-maps

	// +kubebuilder:default={}
	Declared Part `json:"declared"`

	// +kubebuilder:default:=7
	Colon int32 `json:"colon"` // rule: lookup/colon-before-equals

	//+kubebuilder:default=8
	Close int32 `json:"close"` // rule: comment/without-space

	// +kubebuilder:default=9   
	Trimmed int32 `json:"trimmed"` // rule: comment/space-at-the-end

	// +kubebuilder:default=""
	Empty string `json:"empty"` // rule: yaml/empty-text

	// +kubebuilder:default=" a "
	Padded string `json:"padded"` // rule: yaml/space-at-the-ends

	// +kubebuilder:default={x10: "2024-01-15", x2: "0x1F", x02: a, x002: b, y1z10: c, y1z9: d, "z1.05": e, "z1.5": f, "0": g, "00": h, X3: "1e3", _a: ":", "b.c": "- d"}
	Ordered map[string]string `json:"ordered"` // rule: yaml/natural-order

	// +default="json"
	Json string `json:"json"`

	// +default={"name": "x", "size": [1, null, 2.5], "empty": [], "un\u00efcode": true}
	JsonObject apiextensionsv1.JSON `json:"jsonObject"` // rule: default/json-of-any-shape, argument/json

	// +default=[]
	JsonEmpty []string `json:"jsonEmpty"`

	// +default=null
	JsonNull string `json:"jsonNull"` // rule: default/json-null-is-none

	// +kubebuilder:default=1
	// +default=2
	Both int32 `json:"both"` // rule: default/kubebuilder-wins

	// +kubebuilder:example=3
	Example int32 `json:"example"`

	// +kubebuilder:example={name: "x"}
	// +kubebuilder:default={size: 1}
	ExampleMap Part `json:"exampleMap"`
}

// Car shows defaults and examples.
// +kubebuilder:object:root=true
type Car struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec CarSpec `json:"spec"`
}
