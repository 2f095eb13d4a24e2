// Package v1 has the hub of the CronJob of kubebuilder's tutorial: the version that its webhooks default and validate.
package v1

import (
	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var GroupVersion = schema.GroupVersion{Group: "batch.tutorial.kubebuilder.io", Version: "v1"}

type CronJobSpec struct {
	Schedule                   string                  `json:"schedule"`
	StartingDeadlineSeconds    *int64                  `json:"startingDeadlineSeconds,omitempty"`
	ConcurrencyPolicy          string                  `json:"concurrencyPolicy,omitempty"`
	Suspend                    *bool                   `json:"suspend,omitempty"`
	JobTemplate                batchv1.JobTemplateSpec `json:"jobTemplate"`
	SuccessfulJobsHistoryLimit *int32                  `json:"successfulJobsHistoryLimit,omitempty"`
	FailedJobsHistoryLimit     *int32                  `json:"failedJobsHistoryLimit,omitempty"`
}

type CronJobStatus struct {
	LastScheduleTime *metav1.Time `json:"lastScheduleTime,omitempty"`
}

type CronJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              CronJobSpec   `json:"spec,omitempty"`
	Status            CronJobStatus `json:"status,omitempty"`
}

// Hub marks the version through which all others are converted.
func (*CronJob) Hub() {}

func (in *CronJob) DeepCopyObject() runtime.Object {
	out := *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	in.Spec.JobTemplate.DeepCopyInto(&out.Spec.JobTemplate)
	out.Spec.StartingDeadlineSeconds = copied(in.Spec.StartingDeadlineSeconds)
	out.Spec.Suspend = copied(in.Spec.Suspend)
	out.Spec.SuccessfulJobsHistoryLimit = copied(in.Spec.SuccessfulJobsHistoryLimit)
	out.Spec.FailedJobsHistoryLimit = copied(in.Spec.FailedJobsHistoryLimit)
	out.Status.LastScheduleTime = in.Status.LastScheduleTime.DeepCopy()
	return &out
}

func copied[T any](value *T) *T {
	if value == nil {
		return nil
	}
	copy := *value
	return &copy
}
