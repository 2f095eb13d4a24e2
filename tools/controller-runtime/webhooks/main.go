// Command webhooks serves the webhooks of kubebuilder's tutorial (defaulting, validating and conversion of a CronJob)
// with controller-runtime's builder. An API server calls it behind tools/conformance/src/webhooks, which compares
// what kube-apiserver and the embedded API server send. Its twin there is cron-jobs/twin.ts. It ends with SIGTERM.
package main

import (
	"context"
	"flag"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	v1 "kb/tools/controller-runtime/webhooks/v1"
	v2 "kb/tools/controller-runtime/webhooks/v2"
)

func main() {
	port := flag.Int("webhook-port", 9443, "where the webhooks are")
	certificates := flag.String("webhook-cert-path", "", "where their certificate is")
	flag.Parse()
	ctrl.SetLogger(zap.New())

	scheme := runtime.NewScheme()
	scheme.AddKnownTypes(v1.GroupVersion, &v1.CronJob{})
	scheme.AddKnownTypes(v2.GroupVersion, &v2.CronJob{})
	metav1.AddToGroupVersion(scheme, v1.GroupVersion)
	metav1.AddToGroupVersion(scheme, v2.GroupVersion)
	manager, err := ctrl.NewManager(ctrl.GetConfigOrDie(), ctrl.Options{
		Scheme:        scheme,
		Metrics:       metricsserver.Options{BindAddress: "0"},
		WebhookServer: webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certificates}),
	})
	must(err)
	must(ctrl.NewWebhookManagedBy(manager, &v1.CronJob{}).WithDefaulter(&defaulter{}).WithValidator(&validator{}).Complete())
	must(manager.Start(ctrl.SetupSignalHandler()))
}

type defaulter struct{}

func (*defaulter) Default(_ context.Context, job *v1.CronJob) error {
	if job.Spec.ConcurrencyPolicy == "" {
		job.Spec.ConcurrencyPolicy = "Allow"
	}
	if job.Spec.Suspend == nil {
		job.Spec.Suspend = pointer(false)
	}
	if job.Spec.SuccessfulJobsHistoryLimit == nil {
		job.Spec.SuccessfulJobsHistoryLimit = pointer(int32(3))
	}
	if job.Spec.FailedJobsHistoryLimit == nil {
		job.Spec.FailedJobsHistoryLimit = pointer(int32(1))
	}
	return nil
}

type validator struct{}

func (*validator) ValidateCreate(_ context.Context, job *v1.CronJob) (admission.Warnings, error) {
	return nil, validate(job)
}

func (*validator) ValidateUpdate(_ context.Context, _, job *v1.CronJob) (admission.Warnings, error) {
	return nil, validate(job)
}

func (*validator) ValidateDelete(context.Context, *v1.CronJob) (admission.Warnings, error) {
	return admission.Warnings{"its jobs stay"}, nil
}

// validate has the tutorial's rules: a name that leaves room for those of jobs, and a schedule of five parts.
func validate(job *v1.CronJob) error {
	errors := field.ErrorList{}
	if len(job.Name) > 52 {
		errors = append(errors, field.Invalid(field.NewPath("metadata").Child("name"), job.Name, "must be no more than 52 characters"))
	}
	if len(strings.Fields(job.Spec.Schedule)) != 5 {
		errors = append(errors, field.Invalid(field.NewPath("spec").Child("schedule"), job.Spec.Schedule, "expected exactly 5 fields"))
	}
	if len(errors) == 0 {
		return nil
	}
	return apierrors.NewInvalid(schema.GroupKind{Group: v1.GroupVersion.Group, Kind: "CronJob"}, job.Name, errors)
}

func pointer[T any](value T) *T { return &value }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
