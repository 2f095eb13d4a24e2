package main

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"

	v1 "kb/tools/controller-runtime/webhooks/v1"
	v2 "kb/tools/controller-runtime/webhooks/v2"
)

// scheduleConverter converts between the versions of the CronJob.
type scheduleConverter struct{}

func (scheduleConverter) ConvertObject(_ context.Context, from, to runtime.Object) error {
	switch source := from.(type) {
	case *v1.CronJob:
		target, ok := to.(*v2.CronJob)
		if !ok {
			break
		}
		return target.ConvertFrom(source)
	case *v2.CronJob:
		target, ok := to.(*v1.CronJob)
		if !ok {
			break
		}
		return source.ConvertTo(target)
	}
	return fmt.Errorf("%T does not become %T", from, to)
}
