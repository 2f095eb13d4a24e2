// Package v2 has the second version of the tutorial's CronJob, whose schedule has a field for each part.
package v2

import (
	"fmt"
	"strings"

	batchv1 "k8s.io/api/batch/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"

	v1 "kb/tools/controller-runtime/webhooks/v1"
)

var GroupVersion = schema.GroupVersion{Group: "batch.tutorial.kubebuilder.io", Version: "v2"}

type CronSchedule struct {
	Minute     *string `json:"minute,omitempty"`
	Hour       *string `json:"hour,omitempty"`
	DayOfMonth *string `json:"dayOfMonth,omitempty"`
	Month      *string `json:"month,omitempty"`
	DayOfWeek  *string `json:"dayOfWeek,omitempty"`
}

type CronJobSpec struct {
	Schedule                   CronSchedule            `json:"schedule"`
	StartingDeadlineSeconds    *int64                  `json:"startingDeadlineSeconds,omitempty"`
	ConcurrencyPolicy          string                  `json:"concurrencyPolicy,omitempty"`
	Suspend                    *bool                   `json:"suspend,omitempty"`
	JobTemplate                batchv1.JobTemplateSpec `json:"jobTemplate"`
	SuccessfulJobsHistoryLimit *int32                  `json:"successfulJobsHistoryLimit,omitempty"`
	FailedJobsHistoryLimit     *int32                  `json:"failedJobsHistoryLimit,omitempty"`
}

type CronJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              CronJobSpec      `json:"spec,omitempty"`
	Status            v1.CronJobStatus `json:"status,omitempty"`
}

// ConvertTo joins the parts of the schedule; an absent one is a star.
func (src *CronJob) ConvertTo(hub conversion.Hub) error {
	dst := hub.(*v1.CronJob)
	dst.ObjectMeta, dst.Status = src.ObjectMeta, src.Status
	schedule := src.Spec.Schedule
	parts := []string{}
	for _, part := range []*string{schedule.Minute, schedule.Hour, schedule.DayOfMonth, schedule.Month, schedule.DayOfWeek} {
		if part == nil {
			parts = append(parts, "*")
		} else {
			parts = append(parts, *part)
		}
	}
	dst.Spec = v1.CronJobSpec{
		Schedule:                   strings.Join(parts, " "),
		StartingDeadlineSeconds:    src.Spec.StartingDeadlineSeconds,
		ConcurrencyPolicy:          src.Spec.ConcurrencyPolicy,
		Suspend:                    src.Spec.Suspend,
		JobTemplate:                src.Spec.JobTemplate,
		SuccessfulJobsHistoryLimit: src.Spec.SuccessfulJobsHistoryLimit,
		FailedJobsHistoryLimit:     src.Spec.FailedJobsHistoryLimit,
	}
	return nil
}

// ConvertFrom splits the schedule into its parts.
func (dst *CronJob) ConvertFrom(hub conversion.Hub) error {
	src := hub.(*v1.CronJob)
	dst.ObjectMeta, dst.Status = src.ObjectMeta, src.Status
	parts := strings.Split(src.Spec.Schedule, " ")
	if len(parts) != 5 {
		return fmt.Errorf("invalid schedule: not a standard 5-field schedule")
	}
	part := func(index int) *string {
		if parts[index] == "*" {
			return nil
		}
		return &parts[index]
	}
	dst.Spec = CronJobSpec{
		Schedule:                   CronSchedule{Minute: part(0), Hour: part(1), DayOfMonth: part(2), Month: part(3), DayOfWeek: part(4)},
		StartingDeadlineSeconds:    src.Spec.StartingDeadlineSeconds,
		ConcurrencyPolicy:          src.Spec.ConcurrencyPolicy,
		Suspend:                    src.Spec.Suspend,
		JobTemplate:                src.Spec.JobTemplate,
		SuccessfulJobsHistoryLimit: src.Spec.SuccessfulJobsHistoryLimit,
		FailedJobsHistoryLimit:     src.Spec.FailedJobsHistoryLimit,
	}
	return nil
}

func (in *CronJob) DeepCopyObject() runtime.Object {
	out := *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	in.Spec.JobTemplate.DeepCopyInto(&out.Spec.JobTemplate)
	return &out
}
