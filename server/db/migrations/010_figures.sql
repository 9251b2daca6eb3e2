-- What figures and exports read: everything that they count and filter by, without a look at the table itself.

create index interpretations_figures on interpretations (created, id) include (
  channel, session_mode, location_type, service_kind, outcome, waiting_seconds, duration_seconds,
  interpreter_id, customer_id, partner_id
);
create index interpretations_figures_of_interpreter on interpretations (interpreter_id, created, id);
create index feedback_rating on feedback (interpretation_id) include (rating);
