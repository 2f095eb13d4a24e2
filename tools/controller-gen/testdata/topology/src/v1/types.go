// +groupName=topology.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Entry is an element of a list.
type Entry struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
}

// Keyed is told apart by keys.
// +listType=map
// +listMapKey=name
// +listMapKey=protocol
type Keyed []Entry

// Words are a set.
// +listType=set
type Words []string

// Chunk is replaced as a whole.
// +listType=atomic
type Chunk []string

// Table is merged by key.
// +mapType=granular
type Table map[string]string

// Block is replaced as a whole.
// +mapType=atomic
type Block map[string]string

// Whole is replaced as a whole.
// +structType=atomic
type Whole struct {
	Name string `json:"name"`
}

// Loose is merged by field.
// +structType=granular
type Loose struct {
	Name string `json:"name"`
}

// MapSpec has every marker of topology on a field.
type MapSpec struct {
	Keyed Keyed `json:"keyed"`
	Words Words `json:"words"`
	Chunk Chunk `json:"chunk"`
	Table Table `json:"table"`
	Block Block `json:"block"`
	Whole Whole `json:"whole"`
	Loose Loose `json:"loose"`

	// +listType=map
	// +listMapKey=name
	Entries []Entry `json:"entries"`

	// +listMapKey=protocol
	// +listMapKey=name
	// +listType=map
	Backwards []Entry `json:"backwards"` // rule: order/list-type-comes-first, topology/keys-in-source-order

	// +listType=set
	Set []string `json:"set"`

	// +listType=atomic
	Atomic []string `json:"atomic"`

	// +mapType=granular
	Granular map[string]string `json:"granular"`

	// +mapType=atomic
	AtomicMap map[string]string `json:"atomicMap"`

	// +structType=atomic
	AtomicStruct Entry `json:"atomicStruct"` // rule: topology/struct-type-on-a-reference

	// +structType=granular
	AtomicReference Whole `json:"atomicReference"` // rule: flatten/map-type-of-the-field-wins

	// +structType=atomic
	StructOnMap map[string]string `json:"structOnMap"`
}

// Map shows how lists, maps and objects are merged.
// +kubebuilder:object:root=true
type Map struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec MapSpec `json:"spec"`
}
