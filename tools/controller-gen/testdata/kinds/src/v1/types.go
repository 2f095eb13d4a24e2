// +groupName=kinds.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// PartSpec is wanted.
type PartSpec struct {
	Replicas int32  `json:"replicas,omitempty"`
	Name     string `json:"name,omitempty"`
}

// PartStatus is there.
type PartStatus struct {
	Replicas int32  `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
}

// Plain has no marker but its own.
// +kubebuilder:object:root=true
type Plain struct { // rule: crd/kind, crd/names-by-default, crd/scope-by-default, crd/single-version-is-stored
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// WithStatus has a status.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type WithStatus struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PartSpec   `json:"spec,omitempty"`
	Status PartStatus `json:"status,omitempty"`
}

// Scaled has a scale.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
type Scaled struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PartSpec   `json:"spec,omitempty"`
	Status PartStatus `json:"status,omitempty"`
}

// Selected has both, and a selector.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
type Selected struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PartSpec   `json:"spec,omitempty"`
	Status PartStatus `json:"status,omitempty"`
}

// Column has columns, which bring empty subresources with them.
// +kubebuilder:object:root=true
// +kubebuilder:printcolumn:name="Name",type=string,JSONPath=`.spec.name`
// +kubebuilder:printcolumn:name="Replicas",type="integer",JSONPath=".spec.replicas",description="How many: all of them",format=int32,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`,priority=0
// +kubebuilder:printcolumn:name="Ready",type=boolean,JSONPath=".status.conditions[?(@.type=='Ready')].status"
// +kubebuilder:printcolumn:name="Share",type=number,format=double,JSONPath=".spec.share"
type Column struct { // rule: lookup/first-argument-in-the-name, lookup/longest-name-first, lookup/first-equals-sign, printcolumn/source-order, printcolumn/empty-subresources, printcolumn/priority-zero-is-left-out
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// Field has fields to select by.
// +kubebuilder:object:root=true
// +kubebuilder:selectablefield:JSONPath=.spec.name
// +kubebuilder:selectablefield:JSONPath=`.spec.replicas`
type Field struct { // rule: selectablefield/source-order
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// Old warns.
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion
type Old struct { // rule: deprecatedversion/without-warning
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// Older warns in its own words.
// +kubebuilder:object:root=true
// +kubebuilder:deprecatedversion:warning="kinds.example.com/v1 Older is deprecated: use Plain"
type Older struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// Noted has labels and annotations.
// +kubebuilder:object:root=true
// +kubebuilder:metadata:annotations="example.com/note=x=y";"example.com/other=z",labels={"app=shop","tier=back"}
// +kubebuilder:metadata:labels="more=yes"
type Noted struct { // rule: metadata/split-at-the-first-equals-sign, metadata/repeated
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec PartSpec `json:"spec,omitempty"`
}

// Flat has fields of its own.
// +kubebuilder:object:root=true
// +kubebuilder:pruning:PreserveUnknownFields
// +kubebuilder:validation:XValidation:rule="self.metadata.name == 'only'",message="there is one"
type Flat struct { // rule: crd/any-field-of-a-kind
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Replicas int32  `json:"replicas"`
	Name     string `json:"name,omitempty"`
}

// Bare has nothing.
// +kubebuilder:object:root=true
type Bare struct { // rule: crd/kind-without-fields
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
