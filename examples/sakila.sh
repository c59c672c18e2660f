#!/bin/sh
# Loads the CSV files of the Sakila film rental store and asks what its index tables serve.
#
#   examples/sakila.sh FOLDER [URL]
#
# FOLDER holds payment.csv, rental.csv and customer.csv; URL is the database, by default
# rocksdb:./sakila-data. Run it twice: the second load finds every row unchanged.
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo "usage: $0 FOLDER [URL]" >&2
  exit 2
fi
folder=$1
url=${2:-rocksdb:./sakila-data}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
keywright=${KEYWRIGHT:-$here/../keywright}

ask() {
  echo
  echo "-- $1"
  echo "$2"
  "$keywright" run --db "$url" -e "$2"
}

"$keywright" run --db "$url" -f "$here/sakila.cql"
"$keywright" load --db "$url" payment "$folder/payment.csv" --map payment_date=paid_at
"$keywright" load --db "$url" rental "$folder/rental.csv"
"$keywright" load --db "$url" customer "$folder/customer.csv" --ignore activebool,active

ask "one customer in one month, the newest payment first" \
  "SELECT payment_id, paid_at, amount FROM payment
 WHERE customer_id = 148 AND paid_at >= '2005-07-01' AND paid_at < '2005-08-01' ORDER BY paid_at DESC;"

ask "one quarter of an hour, over all customers: eight buckets, merged" \
  "SELECT paid_at, payment_id, customer_id, amount FROM payment
 WHERE paid_at BETWEEN '2005-07-31 21:00:00' AND '2005-07-31 21:15:00' ORDER BY paid_at, payment_id;"

ask "the five latest payments" \
  "SELECT paid_at, payment_id, customer_id, amount FROM payment ORDER BY paid_at DESC LIMIT 5;"

ask "a range of ids" \
  "SELECT payment_id, customer_id, amount FROM payment WHERE 123 < payment_id < 130 ORDER BY payment_id;"

ask "some ids" \
  "SELECT payment_id, customer_id, amount FROM payment WHERE payment_id IN (1, 16049, 8000);"

ask "last names by their first letters" \
  "SELECT last_name, first_name, email FROM customer WHERE last_name LIKE 'MA%' ORDER BY last_name;"

ask "one customer's expensive payments: a range, and a filter on what it finds" \
  "SELECT payment_id, paid_at, amount FROM payment WHERE customer_id = 148 AND amount > 8;"

ask "one customer's latest rentals" \
  "SELECT rental_id, rental_date, return_date FROM rental
 WHERE customer_id = 148 ORDER BY rental_date DESC LIMIT 3;"

ask "how a question is answered, before it is asked" \
  "EXPLAIN SELECT * FROM payment WHERE customer_id = 148 AND paid_at >= '2005-07-01' AND amount > 8;"

echo
echo "-- what no key serves is refused, with the index that would serve it"
echo "SELECT * FROM payment WHERE amount > 11;"
"$keywright" run --db "$url" -e "SELECT * FROM payment WHERE amount > 11;" || true

ask "unless every row may be read" \
  "SELECT payment_id, amount FROM payment WHERE amount > 11 ALLOW FILTERING;"
