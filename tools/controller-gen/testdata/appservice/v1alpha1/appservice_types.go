package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// AppServiceSpec is the desired state of an AppService.
type AppServiceSpec struct {
	// Number of pods.
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:default=1
	// +optional
	Replicas *int32 `json:"replicas,omitempty"`

	// Image to run.
	// +kubebuilder:validation:MinLength=1
	// +required
	Image string `json:"image"`

	// Compute resources of each pod.
	// +optional
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`

	// Environment variables of each pod, by name.
	// +listType=map
	// +listMapKey=name
	// +optional
	Envs []corev1.EnvVar `json:"envs,omitempty"`

	// Ports of the Service in front of the pods. Without any there is no Service.
	// +listType=map
	// +listMapKey=port
	// +listMapKey=protocol
	// +optional
	Ports []corev1.ServicePort `json:"ports,omitempty"`
}

// AppServiceStatus is the observed state of an AppService.
type AppServiceStatus struct {
	// Number of pods that are ready to serve.
	// +optional
	AvailableReplicas int32 `json:"availableReplicas,omitempty"`

	// The generation of the spec that this status speaks of.
	// +optional
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// Label selector of the pods, as text: for the scale subresource.
	// +optional
	Selector string `json:"selector,omitempty"`

	// How the AppService stands, by type.
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.availableReplicas,selectorpath=.status.selector
// +kubebuilder:printcolumn:name="Desired",type=integer,JSONPath=`.spec.replicas`
// +kubebuilder:printcolumn:name="Available",type=integer,JSONPath=`.status.availableReplicas`
// +kubebuilder:printcolumn:name="Image",type=string,JSONPath=`.spec.image`,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`

// AppService runs an image as a Deployment, behind a Service.
type AppService struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// +required
	Spec AppServiceSpec `json:"spec"`
	// +optional
	Status AppServiceStatus `json:"status,omitempty"`
}
