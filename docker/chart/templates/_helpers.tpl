{{/* Name of a component: signboard-iceland-web. Called with (list . "web"). */}}
{{- define "signboard.name" -}}
{{- $ := index . 0 -}}
{{- printf "signboard-%s-%s" $.Values.tenant (index . 1) | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Selector labels of a component. They are immutable in a Deployment. */}}
{{- define "signboard.selector" -}}
{{- $ := index . 0 -}}
app.kubernetes.io/name: signboard
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "signboard.labels" -}}
{{- $ := index . 0 -}}
{{ include "signboard.selector" . }}
app.kubernetes.io/managed-by: {{ $.Release.Service }}
app.kubernetes.io/part-of: signboard
dev.signboard.tenant: {{ $.Values.tenant }}
helm.sh/chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Image of a component. Called with (list . "web" "signboard-iceland"). */}}
{{- define "signboard.image" -}}
{{- $ := index . 0 -}}
{{- $component := index $.Values (index . 1) -}}
{{- $name := printf "%s/%s" $.Values.registry (index . 2) -}}
{{- if $component.digest -}}
{{- printf "%s@%s" $name $component.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (required (printf "%s.digest or %s.version is required" (index . 1) (index . 1)) $component.version) -}}
{{- end -}}
{{- end -}}

{{/* Common part of pod specifications. Called with (list . "web" <uid> <size of /tmp>). */}}
{{- define "signboard.pod" -}}
{{- $ := index . 0 -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $.Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ index . 2 }}
  runAsGroup: {{ index . 2 }}
  fsGroup: {{ index . 2 }}
  seccompProfile:
    type: RuntimeDefault
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "signboard.selector" (list $ (index . 1)) | nindent 8 }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: {{ index . 3 }}
{{- end -}}

{{- define "signboard.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{/* Service, disruption budget and autoscaler of a component. Called with (list . "web"). */}}
{{- define "signboard.service" -}}
{{- $ := index . 0 -}}
{{- $name := include "signboard.name" . -}}
{{- $component := index $.Values (index . 1) -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  type: ClusterIP
  ports:
    - name: http
      port: 80
      targetPort: http
  selector:
    {{- include "signboard.selector" . | nindent 4 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "signboard.selector" . | nindent 6 }}
{{- if $component.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $name }}
  minReplicas: {{ $component.autoscaling.minReplicas }}
  maxReplicas: {{ $component.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $component.autoscaling.targetCPUUtilizationPercentage }}
{{- end }}
{{- end -}}
