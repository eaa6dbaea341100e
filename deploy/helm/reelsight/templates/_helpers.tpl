{{- define "reelsight.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "reelsight.labels" -}}
app.kubernetes.io/name: reelsight
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Of a pod, without rights; given whether it opens videos in a sandbox. */}}
{{- define "reelsight.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: {{ if . }}Unconfined{{ else }}RuntimeDefault{{ end }}
{{- end }}

{{- define "reelsight.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- if . }}
appArmorProfile:
  type: Unconfined
{{- end }}
{{- end }}

{{/* Settings that all processes share; secrets are files. */}}
{{- define "reelsight.env" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $key := .Values.secretKeys }}
- name: {{ $name }}_FILE
  value: /run/secrets/reelsight/{{ $key }}
{{- end }}
{{- end }}

{{- define "reelsight.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.existingSecret }}
    defaultMode: 0440
- name: tmp
  emptyDir: {}
{{- end }}

{{- define "reelsight.mounts" -}}
- name: secrets
  mountPath: /run/secrets/reelsight
  readOnly: true
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- end }}
